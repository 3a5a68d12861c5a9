"""Sentences that only a model likes: they wait, and never crowd out what is sure."""

from memory_md.base.settings import Extract
from memory_md.extract.rules.events_to_candidates import read_events
from memory_md.extract.rules.unsure import UnsureWatch
from memory_md.transcripts.model.events import Prose, Said

LIKED = (
    "The `retry` decorator must never wrap `charge()`, because a repeated call bills the customer"
    " twice."
)


_LENGTHY = "A skill's text.\n" * 100 + LIKED
_PASTED = "A skill's text.\n" * 300 + LIKED


def texts(*events: Prose | Said) -> list[str]:
    watch = UnsureWatch()
    for event in events:
        if isinstance(event, Said):
            watch.person()
        else:
            watch.agent(event)
    return [one.text for one in watch.found(())]


def test_narration_is_not_liked() -> None:
    assert texts(Prose(1, "Let me look at `app.py` first. Then I'll run the tests.")) == []


def test_what_the_message_or_a_later_one_corrects_does_not_wait() -> None:
    anew = "Actually, the `retry` decorator must wrap `charge()`, because a customer may time out."
    bare = anew.removeprefix("Actually, t").capitalize()
    assert texts(Prose(1, f"{LIKED}\n\n{anew}")) == [f"T{bare[0].lower()}{bare[1:]}"]
    told = texts(Prose(1, LIKED), Said(2, "Thanks!"), Prose(3, anew))
    assert LIKED not in told


def test_only_the_last_message_before_a_person_speaks_counts() -> None:
    assert texts(Prose(1, LIKED), Prose(2, "All done.")) == []
    assert texts(Prose(1, LIKED), Said(2, "Thanks!"), Prose(3, "Welcome.")) == [LIKED]


def test_what_a_person_sends_at_length_is_a_template_or_pasted() -> None:
    acted = Prose(1, "I had a look around.")
    told = [read_events([acted, Said(2, text)]).candidates for text in (LIKED, _PASTED)]
    assert [bool(some) for some in told] == [True, False]


def test_what_a_person_rules_at_length_waits_where_it_is_likely() -> None:
    (one,) = read_events([Prose(1, "I had a look around."), Said(2, _LENGTHY)]).candidates
    assert one.text == LIKED
    assert 0.3 <= one.score < Extract().sure


def test_what_is_known_is_not_found_again() -> None:
    events = [Prose(1, f"Gotcha: {LIKED}")]
    (one,) = read_events(events).candidates
    assert one.score >= Extract().sure


def test_what_is_liked_waits() -> None:
    watch = UnsureWatch()
    watch.agent(Prose(1, LIKED))
    (one,) = watch.found(())
    assert 0.3 <= one.score < Extract().sure


def test_a_long_source_gives_its_best() -> None:
    names = [f"charge_{number}_{'x' * number}" for number in range(60)]
    many = "\n".join(f"- {LIKED.replace('charge', name)}" for name in names)
    assert 0 < len(texts(Prose(1, many))) <= 20


def test_a_message_gives_no_more_than_five() -> None:
    names = ("alpha_pool", "beta_queue", "gamma_index", "delta_cache", "omega_lock", "sigma_file")
    parts = [LIKED.replace("charge", name).replace("customer", name[::-1]) for name in names]
    assert len(texts(Prose(1, "\n\n".join(parts)))) <= 5


def sure(*events: Prose | Said) -> list[str]:
    return [one.text for one in read_events(events).candidates if one.score >= Extract().sure]


_WAITS = {
    "a field of a report": "- **Fixed:** The chart now shows `weight`.\n- **Status:** Built",
    "a ticked row": "✅ **FIXED:** `.gitignore` no longer blocks dist/",
    "a list of what was done": "**Fixed:**\n- the socket of `pool.py` is closed",
    "no risk": "**Risk:** ZERO - only old rows of `games` are deleted",
    "a plan behind a label": "Decision: write the mixin of `Biome`. Let me do it carefully.",
    "a note": "Note: `README.md` still names the lake, tell me if I shall change it.",
    "by its words alone": "The client never follows it, so the POST to `/api` fails.",
    "a finding of what was": "I learned that the check of `Pool` was running too early.",
    "a finding of the moment": "I learned that the first check of it was too early.",
}


def test_of_a_report_and_of_mere_words_nothing_is_sure() -> None:
    told = {name: sure(Prose(1, text)) for name, text in _WAITS.items()}
    assert {name: texts for name, texts in told.items() if texts} == {}


_LEARNED = (
    "I learned that the config loader reads .env before config.yaml.",
    "I learned that SQLite locks the whole database on writes.",
    "We learned that the deploy script needs Node 18.",
)


def test_what_an_agent_says_to_have_learned_of_a_thing_is_sure() -> None:
    assert [len(sure(Prose(1, said))) for said in _LEARNED] == [1, 1, 1]


def test_a_closing_line_beside_others_is_sure() -> None:
    text = "- **Fixed:** the race in `Pool.release()`\n- **Gotcha:** `Pool` has no upper bound."
    assert len(sure(Prose(1, text))) == 2


_TASKS = {
    "a list of demands": "Create the theme:\n\n1. colors.ts\n2. spacing.ts\n\nDo NOT hardcode keys"
    " because of `.env`.",
    "behind an order": "Fix the flicker. Do not add new screens because the router is fragile.",
    "without a reason": "Do not do any work, discuss the options.",
    "a pasted log": "Refused to load 'https://x.org/a.css' because of \"style-src\". Note that"
    " 'style-src-elem' was not explicitly set, so 'style-src' is used.",
    "a framework's prompt": "Follow it exactly. NEVER break character until told.\n\n"
    '<agent-activation CRITICAL="TRUE">\n1. LOAD the FULL agent file\n</agent-activation>',
    "a fault told with not": "Using the Arc browser, I'm not asked for the camera.",
}


def test_what_bounds_the_task_at_hand_waits() -> None:
    said = {name: sure(Prose(1, "Done."), Said(2, text)) for name, text in _TASKS.items()}
    assert {name: texts for name, texts in said.items() if texts} == {}


def test_a_prohibition_with_its_reason_is_sure() -> None:
    told = sure(Prose(1, "Done."), Said(2, "Don't use tabs in `make.py`, because Windows fails."))
    assert told == ["Don't use tabs in `make.py`, because Windows fails."]


_RUN_ON = {
    "a list behind a label": "**Root cause:** The pool leaks. 1. Close the socket of `Pool`"
    " 2. Reset its timer, because `release()` never does.",
    "a path above its text": "## Key decisions\n\n- src/nav.tsx The `SubMenu` keeps its state in"
    " the URL, because the server renders it.",
}


def test_lines_that_were_run_together_wait() -> None:
    told = {name: sure(Prose(1, text)) for name, text in _RUN_ON.items()}
    assert {name: texts for name, texts in told.items() if texts} == {}


def test_the_fields_of_a_head_are_no_facts_whatever_they_are_called() -> None:
    head = "**Project:** Chess is played here by 40 clubs\n**Mission:** Win\n**Phase:** MVP"
    assert sure(Prose(1, head)) == []


def test_a_cause_alone_waits_for_it_is_mostly_mended_when_it_is_read() -> None:
    cause = "`upload-artifact@v4` skips hidden paths, so `.playwright` never reaches the E2E job."
    assert sure(Prose(1, f"**Root cause:** {cause}")) == []
    (waiting,) = read_events([Prose(1, f"**Root cause:** {cause}")]).candidates
    assert waiting.text == cause


def test_what_was_learned_is_sure_and_a_finding_on_the_way_is_not() -> None:
    told = "Vitest works well with fake timers only in jsdom."
    assert sure(Prose(1, f"I learned that {told}")) == [told]
    assert sure(Prose(1, "Key finding: the window of `launcher.exe` has the pid 34087.")) == []


def test_what_solved_a_problem_is_no_decision() -> None:
    cause = "- **Причина**: `confirm()` искал токен по `id`, которого ещё нет"
    text = f"{cause}\n- **Решение**: Убрал `id`"
    (one,) = read_events([Prose(1, text)]).candidates
    assert one.kind == "fixed"


def test_why_a_person_wants_something_is_no_decision() -> None:
    assert sure(Prose(1, "Done."), Said(2, "Run it.\nWhy: Verify the coverage of `pay.py`")) == []
