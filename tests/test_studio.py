"""The studio over HTTP, on a real port: headers, limits, cancelling, workers that die."""

import asyncio
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import caracol
from caracol import registry
from caracol.studio import pools
from caracol.studio.connections import MOST_IDLE
from caracol.studio.guard import HEADERS
from caracol.studio.openapi import ERRORS
from caracol.studio.questions import EVERY
from caracol.studio.server import LONGEST_BODY
from studios import Studio, studio

MNO = registry.family("mno").example
EMPTY = "mno 7\n" + 7 * ".......\n"
# Takes far longer to explain than anybody here waits.
HARD = caracol.show(next(caracol.generate("trid", "7 1..7", seed=2)))
# Takes minutes to make, and a moment.
LONG_BATCH = {"family": "magic-snail", "size": "7 ABCD", "count": 60, "level": "easy"}
SHORT_BATCH = {"family": "mno", "size": "5", "count": 1}
BODY_TO_COME = (
    b"POST /api/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: 100\r\n\r\n{"
)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    page = tmp_path_factory.mktemp("page")
    with studio(f"replace(options, page=Path({str(page)!r}))") as one:
        yield one


def wait_until(is_true: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < end, "that should have happened by now"
        time.sleep(0.05)


def is_slow_work_under_way(one: Studio) -> bool:
    return any(busy_seconds(pid) > 0.02 for pid, nice in one.workers().items() if nice == 10)


def busy_seconds(pid: int, over: float = 0.3) -> float:
    """How much a process has worked while we watched."""

    def ticks() -> int:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])

    try:
        before = ticks()
        time.sleep(over)
        return (ticks() - before) / os.sysconf("SC_CLK_TCK")
    except OSError:
        return 0


def leave_in_the_middle(one: Studio, question: str, fields: object, seconds: float = 1) -> None:
    """Ask, and be gone a moment later."""
    with pytest.raises(httpx.ReadTimeout):
        httpx.post(f"{one.address}api/{question}", json=fields, timeout=seconds)


@pytest.mark.parametrize("name", registry.families())
def test_a_puzzle_is_shown_and_checked(shared: Studio, name: str) -> None:
    text = registry.family(name).example
    board = shared.post("board", {"puzzle": text, "language": "pt"})
    assert board.status_code == 200 and board.json()["family"] == name
    assert board.headers["content-type"] == "application/json"
    assert shared.post("check", {"puzzle": text, "entries": {}}).json()["wrong"] == []


@pytest.mark.parametrize("path", ["", "openapi.json", "page/none.js", "nowhere", "api/check"])
def test_every_response_has_strict_headers_and_no_cookie(shared: Studio, path: str) -> None:
    response = httpx.get(shared.address + path)
    assert {name: response.headers[name] for name in HEADERS} == HEADERS
    assert "unsafe" not in response.headers["content-security-policy"]
    assert "set-cookie" not in response.headers and "server" not in response.headers
    assert not [name for name in response.headers if name.startswith("access-control-")]


def test_the_document_is_served(shared: Studio) -> None:
    described = httpx.get(f"{shared.address}openapi.json").json()
    assert described["paths"].keys() == {f"/api/{name}" for name in EVERY}


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "", "127.0.0.1.evil.example"])
def test_requests_to_other_hosts_are_refused(shared: Studio, host: str) -> None:
    """A name of another site that leads to this machine does not lead into the studio."""
    for response in (
        httpx.get(shared.address, headers={"Host": host}),
        shared.post("check", {"puzzle": MNO}, headers={"Host": host}),
    ):
        assert response.status_code in (400, 421)


def test_the_machine_has_several_names(shared: Studio) -> None:
    for host in ("localhost", f"127.0.0.1:{shared.port}", "[::1]:80", "192.168.1.7"):
        response = httpx.get(f"{shared.address}openapi.json", headers={"Host": host})
        assert response.status_code == 200


def test_other_pages_cannot_ask(shared: Studio) -> None:
    asking = {"puzzle": MNO}
    foreign = shared.post("check", asking, headers={"Origin": "https://evil.example"})
    assert foreign.status_code == 403
    plain = httpx.post(
        f"{shared.address}api/check",
        content=json.dumps(asking),
        headers={"Content-Type": "text/plain"},
    )
    assert plain.status_code == 415
    own = shared.post("check", asking, headers={"Origin": shared.address.rstrip("/")})
    assert own.status_code == 200


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"[]", 400),
        (b"\xff\xfe{}", 400),
        (b"[" * 20_000, 400),
        (b'{"number": 1' + 5000 * b"0" + b"}", 400),
        (b'{"puzzle": "\\ud800"}', 400),
        (b'{"puzzle": 3}', 400),
        (b'{"puzzle": "' + LONGEST_BODY * b"x" + b'"}', 413),
    ],
)
def test_what_is_no_question_is_refused(shared: Studio, body: bytes, status: int) -> None:
    response = httpx.post(
        f"{shared.address}api/board", content=body, headers={"Content-Type": "application/json"}
    )
    assert response.status_code == status
    assert response.json()["error"] and "\n" not in response.json()["error"]


def test_a_long_body_in_pieces_is_refused(shared: Studio) -> None:
    response = httpx.post(
        f"{shared.address}api/board",
        content=(1000 * b"x" for _ in range(100)),
        headers={"Content-Type": "application/json"},
    )
    assert response.status_code == 413


@pytest.mark.slow
@given(body=st.binary(max_size=200), name=st.sampled_from([*EVERY, "x", "..%2f", "é"]))
@settings(max_examples=60)
def test_no_body_whatever_breaks_the_studio(shared: Studio, body: bytes, name: str) -> None:
    headers = {"Content-Type": "application/json"}
    response = httpx.post(f"{shared.address}api/{name}", content=body, headers=headers)
    assert str(response.status_code) in ERRORS and response.status_code != 500


def test_what_is_no_http_is_refused_and_the_rest_goes_on(shared: Studio) -> None:
    for garbage in (b"\0" * 100, b"GET\r\n\r\n", b"A" * 200_000, b"POST / HTTP/1.1\r\nHost: a\r\n"):
        with socket.create_connection(("127.0.0.1", shared.port)) as connection:
            connection.sendall(garbage)
    assert shared.post("check", {"puzzle": MNO}).status_code == 200


@pytest.mark.slow
def test_who_never_finishes_the_headers_is_hung_up_on(shared: Studio) -> None:
    with socket.create_connection(("127.0.0.1", shared.port), timeout=20) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
        start = time.monotonic()
        assert connection.recv(100) == b""
        assert 1 < time.monotonic() - start < 10


def test_connections_that_ask_nothing_keep_nobody_out(shared: Studio) -> None:
    with ExitStack() as stack:
        for started in (b"", b"POST /api/check HTTP/1.1\r\nHost: localhost\r\nX: ", BODY_TO_COME):
            for _ in range(2 * MOST_IDLE):
                where = ("127.0.0.1", shared.port)
                connection = stack.enter_context(socket.create_connection(where, timeout=20))
                connection.sendall(started)
            assert shared.post("check", {"puzzle": MNO}).status_code == 200


@pytest.mark.slow
def test_who_never_finishes_the_body_is_told_so(shared: Studio) -> None:
    with socket.create_connection(("127.0.0.1", shared.port), timeout=20) as connection:
        connection.sendall(BODY_TO_COME)
        assert connection.recv(100).startswith(b"HTTP/1.1 408 ")


def request(question: str, fields: object) -> bytes:
    body = json.dumps(fields).encode()
    return (
        b"POST /api/%b HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: %d\r\n\r\n%b" % (question.encode(), len(body), body)
    )


@pytest.mark.slow
def test_where_too_many_wait_others_are_told_when_to_come_again(shared: Studio) -> None:
    """One batch at a time is made, each of which takes minutes, and a few may wait."""
    asking = request("batch", LONG_BATCH)
    with ExitStack() as stack:
        connections = []
        for _ in range(pools.LONG.workers + pools.LONG.waiting + 3):
            where = ("127.0.0.1", shared.port)
            connections.append(stack.enter_context(socket.create_connection(where, timeout=20)))
            connections[-1].sendall(asking)
        refused: list[bytes] = []

        def come_back() -> bool:
            for one in select.select(connections, [], [], 0)[0]:
                told = one.recv(4000)
                if b" 429 " in told:
                    connections.remove(one)
                    refused.append(told)
            return len(refused) == 3

        wait_until(come_back)
        assert all(b"retry-after: %d\r\n" % pools.LONG.retry_after in one for one in refused)
        assert shared.post("check", {"puzzle": MNO}).status_code == 200
    wait_until(lambda: shared.post("batch", SHORT_BATCH).status_code == 200)


def test_of_two_quick_questions_each_gets_its_own_answer(shared: Studio) -> None:
    texts = [EMPTY, EMPTY.replace(".", "*", 1)]
    with ThreadPoolExecutor() as threads:
        asked = [
            threads.submit(shared.post, "live", {"puzzle": text, "number": i})
            for i, text in enumerate(texts)
        ]
        answers = [one.result().json() for one in asked]
    assert [(one["number"], one["puzzle"]) for one in answers] == [*enumerate(texts)]


def test_a_newer_question_is_answered_though_the_older_was_left(shared: Studio) -> None:
    before = shared.workers().keys()
    for i in range(5):
        with socket.create_connection(("127.0.0.1", shared.port)) as connection:
            connection.sendall(request("live", {"puzzle": EMPTY, "number": i}))
    answer = shared.post("live", {"puzzle": EMPTY, "number": 9}).json()
    assert (answer["number"], answer["count"], answer["more"]) == (9, 100, True)
    assert shared.workers().keys() == before, "quick workers stay warm"


def test_no_response_waits_for_an_acknowledgement(shared: Studio) -> None:
    taken = []
    with httpx.Client() as client:
        for _ in range(20):
            start = time.monotonic()
            client.post(f"{shared.address}api/none", json={})
            taken.append(time.monotonic() - start)
    assert min(taken) < 0.03


def test_workers_get_no_more_memory_than_that() -> None:
    program = (
        "from caracol.studio.pools import limit_memory\n"
        "limit_memory(400 * 2**20)\n"
        "try: bytearray(500 * 2**20)\n"
        "except MemoryError: print('refused')\n"
    )
    words = [sys.executable, "-c", program]
    told = subprocess.run(words, capture_output=True, text=True, check=True)
    assert told.stdout == "refused\n"


def test_slow_workers_are_nice(shared: Studio) -> None:
    nice = [nice for nice in shared.workers().values() if nice != pools.LONG.nice]
    assert sorted(nice) == [0, 0, 10, 10]


@pytest.mark.slow
def test_whoever_leaves_ends_the_work(shared: Studio) -> None:
    leave_in_the_middle(shared, "explain", {"puzzle": HARD})
    wait_until(lambda: not is_slow_work_under_way(shared))
    assert shared.post("hint", {"puzzle": MNO}).status_code == 200


@pytest.mark.slow
def test_whoever_leaves_before_a_worker_is_back_costs_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else each would stop the worker that comes after the one that was stopped for the last."""
    begun: list[str] = []
    start = pools._Worker.start

    def counted(worker: pools._Worker, work: Callable[..., pools.Outcome], *rest: Any) -> Any:  # noqa: ANN401 as it is
        begun.append(work.__name__)
        return start(worker, work, *rest)

    monkeypatch.setattr(pools._Worker, "start", counted)

    async def run() -> pools.Outcome:
        pool = pools.Pool(replace(pools.SLOW, workers=1))
        try:
            for _ in range(20):
                asking = asyncio.create_task(pool.answer("explain", {"puzzle": HARD}))
                await asyncio.sleep(0.02)
                asking.cancel()
            return await pool.answer("hint", {"puzzle": MNO})
        finally:
            pool.stop()

    assert isinstance(asyncio.run(run()), bytes)
    assert begun.count("_answer") < 5


@pytest.mark.slow
def test_a_worker_killed_in_the_middle_fails_one_request_alone(shared: Studio) -> None:
    with ThreadPoolExecutor() as threads:
        failing = threads.submit(shared.post, "explain", {"puzzle": HARD})
        wait_until(lambda: is_slow_work_under_way(shared))
        shared.kill_slow_workers()
        response = failing.result()
    assert response.status_code == 503
    assert response.json() == {"error": "the worker was stopped; try again"}
    assert shared.post("hint", {"puzzle": MNO}).status_code == 200


def test_a_quick_worker_killed_is_replaced(shared: Studio) -> None:
    for pid, nice in shared.workers().items():
        if nice == 0:
            os.kill(pid, signal.SIGKILL)
    assert shared.post("check", {"puzzle": MNO}).status_code == 200


@pytest.mark.slow
def test_an_answer_that_grows_comes_line_by_line(shared: Studio) -> None:
    start = time.monotonic()
    with shared.stream("survey", {"puzzle": HARD, "number": 5}) as response:
        assert response.status_code == 200
        assert response.headers["content-type"] == "application/x-ndjson"
        first = json.loads(next(response.iter_lines()))
        assert time.monotonic() - start < 5  # of thirty
    assert (first["number"], first["puzzle"], first["about"]) == (5, HARD, "count")


def test_an_answer_that_grows_is_refused_as_others_are(shared: Studio) -> None:
    for fields in ({}, {"puzzle": "x"}, {"puzzle": MNO, "entries": {}}):
        response = shared.post("survey", fields)
        assert response.status_code == 400 and response.json()["error"]


@pytest.mark.slow
def test_whoever_leaves_ends_the_counting_and_the_grading(shared: Studio) -> None:
    """Who counts notices it, and stays warm; who does not notice in time is stopped."""
    shared.post("survey", {"puzzle": EMPTY})
    before = shared.workers().keys()
    for i in range(5):
        with shared.stream("survey", {"puzzle": EMPTY, "number": i}) as response:
            assert json.loads(next(response.iter_lines()))["number"] == i
    assert shared.post("hint", {"puzzle": MNO}).status_code == 200
    assert before <= shared.workers().keys()
    with shared.stream("survey", {"puzzle": HARD}) as response:
        next(response.iter_lines())
    wait_until(lambda: not is_slow_work_under_way(shared))
    answer = shared.post("survey", {"puzzle": EMPTY, "number": 9}).text.splitlines()
    assert {json.loads(line)["number"] for line in answer} == {9}
    assert json.loads(answer[-1])["about"] == "end"


@pytest.mark.slow
def test_a_worker_killed_in_the_middle_of_an_answer_that_grows_is_told(shared: Studio) -> None:
    with shared.stream("survey", {"puzzle": HARD}) as response:
        lines = response.iter_lines()
        next(lines)
        shared.kill_slow_workers()
        *_, last = lines
    assert json.loads(last) == {"error": "the worker was stopped; try again"}
    assert shared.post("hint", {"puzzle": MNO}).status_code == 200


@pytest.mark.slow
def test_whoever_leaves_ends_a_batch_and_others_do_not_wait_for_it(shared: Studio) -> None:
    def is_batch_under_way() -> bool:
        return any(busy_seconds(pid) > 0.02 for pid, nice in shared.workers().items() if nice == 12)

    with shared.stream("batch", LONG_BATCH) as response:
        lines = response.iter_lines()  # which would leave when it is dropped
        made = json.loads(next(lines))
        assert (made["about"], made["made"], made["count"]) == ("puzzle", 1, 60)
        assert shared.post("hint", {"puzzle": MNO}).status_code == 200
        wait_until(is_batch_under_way)
    wait_until(lambda: not is_batch_under_way())


@pytest.mark.slow
def test_quick_questions_do_not_wait_for_slow_ones(shared: Studio) -> None:
    asking = [
        threading.Thread(target=leave_in_the_middle, args=(shared, "explain", {"puzzle": HARD}, 3))
        for _ in range(3)
    ]
    for thread in asking:
        thread.start()
    assert shared.post("check", {"puzzle": MNO}).status_code == 200
    assert all(thread.is_alive() for thread in asking)
    for thread in asking:
        thread.join()


@pytest.mark.slow
def test_a_worker_without_memory_says_so_or_dies_alone() -> None:
    little = "replace(options, quick=replace(options.quick, megabytes=220))"
    with studio(little) as one:
        statuses = {one.post("live", {"puzzle": text}).status_code for text in (EMPTY, HARD)}
        assert statuses <= {200, 400, 503}
        many = "mno 40\n" + 40 * (40 * "." + "\n")
        assert one.post("live", {"puzzle": many}).status_code in (200, 503)
        assert one.post("check", {"puzzle": MNO}).status_code == 200


@pytest.mark.slow
def test_fresh_puzzles_are_given_once_and_daily_ones_to_all(shared: Studio) -> None:
    daily = {"family": "mno", "date": "2026-11-18"}
    texts = [shared.post("daily", daily).text for _ in range(2)]
    with studio("replace(options, ahead=2)") as one:
        texts += [one.post("daily", daily).text for _ in range(2)]
        assert len({*texts}) == 1
        taken, given = [], []
        for _ in range(4):
            start = time.monotonic()
            made = one.post("fresh", {"family": "mno", "size": "5", "level": ""})
            taken.append(time.monotonic() - start)
            given.append(made.json()["puzzle"])
        assert min(taken) < 1 and len({*given}) == len(given)


def test_a_level_that_is_not_ready_is_not_waited_for(shared: Studio) -> None:
    asking = {"family": "trid", "size": "6 1..6", "level": "hard"}
    start = time.monotonic()
    made = shared.post("fresh", asking).json()
    assert time.monotonic() - start < 4  # it takes some ten seconds to make one
    assert (made.get("level") == "hard") is not (made.get("wanted") == "hard")
    assert made["puzzle"].startswith("trid 6 1..6\n")
    assert shared.post("fresh", asking | {"level": "silly"}).status_code == 400


def test_levels_are_offered_where_there_is_a_choice(shared: Studio) -> None:
    families = {one["name"]: one for one in shared.post("families", {}).json()["families"]}
    assert families["mno"]["levels"]["6"] == ["easy", "medium", "hard", "expert"]
    assert families["turn-12"]["levels"] == {"12": [], "24": [], "36": []}


@pytest.mark.slow
def test_files_of_the_page_are_served_and_no_others(tmp_path: Path) -> None:
    page = tmp_path / "page"
    page.mkdir()
    (page / "index.html").write_text("<!doctype html><title>studio</title>")
    (page / "main.js").write_text("export {}")
    (tmp_path / "secret.txt").write_text("secret")
    (page / "away.txt").symlink_to(tmp_path / "secret.txt")
    with studio(f"replace(options, page=Path({str(page)!r}))") as one:
        index = httpx.get(one.address)
        assert index.text.endswith("</title>") and index.headers["content-type"].startswith(
            "text/html"
        )
        script = httpx.get(f"{one.address}page/main.js")
        assert script.headers["content-type"].startswith(
            ("text/javascript", "application/javascript")
        )
        for path in ("page/../secret.txt", "page/%2e%2e/secret.txt", "page/away.txt", "secret.txt"):
            response = httpx.get(one.address + path)
            assert response.status_code == 404 and response.json()["error"]


@pytest.mark.slow
def test_ctrl_c_ends_it_at_once_with_requests_under_way() -> None:
    words = [sys.executable, "-m", "caracol", "studio", "--no-open", "--port", "0"]
    process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
    assert process.stderr
    address = process.stderr.readline().split()[5]
    one = Studio(address, process)
    with process, ThreadPoolExecutor() as threads:
        asking = threads.submit(one.post, "explain", {"puzzle": HARD})
        streaming = threads.submit(one.post, "batch", LONG_BATCH)
        try:
            wait_until(lambda: is_slow_work_under_way(one))
            workers = one.workers()
        finally:
            start = time.monotonic()
            process.send_signal(signal.SIGINT)
        told = process.stderr.read()
        assert asking.exception(timeout=20) or asking.result().status_code >= 500
        assert streaming.exception(timeout=20) or b"end" not in streaming.result().content
    assert process.returncode == 0 and told == ""
    assert time.monotonic() - start < 20
    assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]


def test_a_port_in_use_is_told_in_a_line(shared: Studio) -> None:
    words = [sys.executable, "-m", "caracol", "studio", "--no-open", "--port", str(shared.port)]
    told = subprocess.run(words, capture_output=True, text=True, timeout=30, check=False)
    assert told.returncode == 2
    assert told.stderr.count("\n") == 1 and "address already in use" in told.stderr
