"""What a sample says of itself."""

import pytest

from voevoda.odds import error, generator


def test_the_error_is_half_the_interval() -> None:
    """Half of 10,000: ±0.98 points."""
    assert 0.0098 == pytest.approx(error(0.5, 10_000), abs=1e-6)


@pytest.mark.parametrize("share", [0, 1])
def test_none_in_a_sample_means_fewer_than_three(share: int) -> None:
    """The rule of three."""
    assert 3 / 20_000 == error(share, 20_000)


def test_a_seed_names_its_sample() -> None:
    """Equal seeds, equal numbers; another seed, others."""
    same = [generator(seed).integers(1, 101, 20).tolist() for seed in ("воевода", "воевода", "voevoda")]

    assert same[0] == same[1]
    assert same[0] != same[2]
