"""Prints `passed failed` of a JUnit report of pytest.

A run without a test, a missing report and an exit code that no test explains are failures too. Names what failed on
standard error.
"""

import sys
from xml.etree import ElementTree


def counts(file: str, exit_code: str) -> tuple[int, int]:
    try:
        cases = list(ElementTree.parse(file).iter("testcase"))
    except (OSError, ElementTree.ParseError):
        return 0, 1
    failed = [case for case in cases if case.find("failure") is not None or case.find("error") is not None]
    for case in failed:
        print(f"FAILED {case.get('classname')}: {case.get('name')}", file=sys.stderr)
    skipped = [case for case in cases if case.find("skipped") is not None]
    passed = len(cases) - len(failed) - len(skipped)
    unexplained = 1 if not failed and (exit_code != "0" or passed == 0) else 0
    return passed, len(failed) + unexplained


print(*counts(sys.argv[1], sys.argv[2]))
