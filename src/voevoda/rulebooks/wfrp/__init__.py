"""Power points (очки силы): the battle in the background of a Warhammer FRP fourth edition fight."""
