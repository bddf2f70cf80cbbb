"""Pages that cannot be shown say why, in words."""

import recording
import synthetic
from known import contains


def cases():
    """Recordings of a page, and what the page has to say."""
    good, remedy = synthetic.pdom(), "Remedy: record it again."
    wrong = recording.recording(synthetic.about("pdom", 0), [recording.issues(0, [synthetic.issue(0, 0, 99)])], {"cycles": 1})
    damaged = bytearray(good)
    damaged[60:80] = bytes(20)
    packed = recording.frame("A", b'{"mechanism": "pdom", "warp_size": 4, "instructions": [], "sources": []}')
    yield [good, good[:-5]], ["Recording 2 of 2", "it is cut in frame 7", remedy]
    yield [good[:21]], ["Recording 1 of 1", "it is cut in frame 1", remedy]
    yield [recording.FIRST_LINE + packed], ["it has no result at its end", remedy]
    yield [recording.FIRST_LINE], ["it is empty", remedy]
    yield [b""], ["its first line is unknown", remedy]
    yield [b"heddle recording 2\n"], ["its format is version 2, and this page reads version 1", remedy]
    yield [good + b"X\0\0\0\0"], ["frame 8", "unknown kind", remedy]
    yield [bytes(damaged)], ["frame 1", "damaged", remedy]
    yield [wrong], ["its issue 1 is of an unknown instruction", remedy]
    yield [recording.FIRST_LINE + packed + recording.frame("I", [9, 0, 1])], ["frame 2", "counts more than it holds", remedy]
    yield [], ["This page has no recordings."]


def walk_faults(walk, folder):
    """Each fault is told in place of the page."""
    for number, (recordings, parts) in enumerate(cases()):
        page = folder / f"fault-{number}.html"
        page.write_text(recording.page("fault", recordings))
        walk.open(page)
        contains(walk.text("[role=alert]"), *parts)
        assert not walk.is_visible("main"), "the page is shown beside its fault"
