"""Tests of carcbot.instruction_sets."""

import os
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from carcbot import _native, instruction_sets
from carcbot.errors import InputError
from carcbot.instruction_sets import BASELINE, VARIABLE, choices, offer, runnable

SUFFIX = EXTENSION_SUFFIXES[0]

# What Linux says of three processors, without what does not matter here.
OPTERON = "fpu sse sse2 ht syscall nx lm 3dnow pni cx16 lahf_lm cmp_legacy"
HASWELL = (
    "fpu sse sse2 ht syscall nx lm pni ssse3 fma cx16 sse4_1 sse4_2 movbe popcnt avx f16c rdrand"
    " lahf_lm abm bmi1 avx2 bmi2 erms"
)
SKYLAKE_X = f"{HASWELL} avx512f avx512dq avx512cd avx512bw avx512vl"
ICE_LAKE = f"{SKYLAKE_X} avx512vbmi avx512_vbmi2 gfni avx512_vnni avx512_bitalg avx512_vpopcntdq"


@pytest.mark.parametrize(
    ("flags", "expected"),
    (
        (OPTERON, (BASELINE,)),
        (HASWELL, ("avx2", BASELINE)),
        # its AVX-512 lacks what the core's vector steps need
        (SKYLAKE_X, ("avx2", BASELINE)),
        (ICE_LAKE, ("avx512", "avx2", BASELINE)),
        (HASWELL.replace("bmi2", ""), (BASELINE,)),
    ),
)
def test_what_a_processor_can_run(tmp_path: Path, flags: str, expected: tuple[str, ...]) -> None:
    """Every ability counts, and the best comes first."""
    facts = tmp_path / "cpuinfo"
    facts.write_text(f"processor\t: 0\nmodel name\t: A processor\nflags\t\t: {flags}\nbugs\t\t:\n")
    assert runnable(facts) == expected


def test_where_nothing_is_told(tmp_path: Path) -> None:
    """Elsewhere than on Linux, or on another kind of processor, the least is taken for granted."""
    assert runnable(tmp_path / "cpuinfo") == (BASELINE,)
    arm = tmp_path / "arm"
    arm.write_text("processor\t: 0\nFeatures\t: fp asimd aes sha2 crc32 atomics\n")
    assert runnable(arm) == (BASELINE,)


def test_what_a_folder_offers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Only what is there and can be run is a choice; a core that comes alone leaves none."""
    monkeypatch.setattr(instruction_sets, "runnable", lambda: ("avx2", BASELINE))
    before = list(sys.meta_path)
    offer(tmp_path)
    assert sys.meta_path == before
    assert choices(tmp_path) == (BASELINE,)
    (tmp_path / f"_native_avx512{SUFFIX}").touch()
    assert choices(tmp_path) == (BASELINE,)
    (tmp_path / f"_native_avx2{SUFFIX}").touch()
    assert choices(tmp_path) == ("avx2", BASELINE)


def test_what_cannot_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that is unknown, or asks for too much, is refused with those that would do."""
    monkeypatch.setenv(VARIABLE, "avx512")
    with pytest.raises(InputError) as refusal:
        instruction_sets._chosen(("avx2", BASELINE))
    assert str(refusal.value) == (
        "CARCBOT_INSTRUCTION_SET: the core cannot use 'avx512' here; expected avx2 or baseline"
    )


PICK = """
import sys
from pathlib import Path
from carcbot import instruction_sets
instruction_sets.runnable = lambda: ("avx512", "avx2", "baseline")
instruction_sets.offer(Path(sys.argv[1]))
from carcbot import _native
print(_native.__name__, Path(_native.__file__).name, _native.carcassonne.STATE_BYTES)
"""


@pytest.mark.parametrize(("wanted", "expected"), (("", "_native_avx2"), (BASELINE, "_native")))
def test_the_core_that_is_loaded(tmp_path: Path, wanted: str, expected: str) -> None:
    """The best that is there is loaded as carcbot._native, or what the environment names."""
    assert _native.__file__ is not None
    shutil.copy(_native.__file__, tmp_path / f"_native_avx2{SUFFIX}")
    done = subprocess.run(
        [sys.executable, "-c", PICK, str(tmp_path)],
        env=os.environ | {VARIABLE: wanted},
        capture_output=True,
        text=True,
        check=True,
    )
    name, file, state_bytes = done.stdout.split()
    assert name == "carcbot._native"
    assert file.partition(".")[0] == expected
    assert int(state_bytes) == _native.carcassonne.STATE_BYTES
