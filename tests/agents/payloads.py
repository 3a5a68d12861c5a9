"""What the clients really send: payloads as recorded, with the folder of the repository as @R."""

_CLAUDE = {"cwd": "@R", "prompt_id": "c3380bcf", "permission_mode": "bypassPermissions"}
_CODEX = {"cwd": "@R", "turn_id": "01a22166-d4c6", "model": "gpt-5.5"}
_GEMINI = {"cwd": "@R", "timestamp": "2026-11-28T09:05:46.910Z"}
_QWEN = {**_GEMINI, "permission_mode": "yolo", "prompt_id": "627f0e12########0"}
_FAILED = "FAIL: test_blank (test_login.T.test_blank)\nAssertionError: False is not true\n"

# A file was read: (agent, payload).
READS = [
    (
        "claude-code",  # 2.1.332
        {
            **_CLAUDE,
            "hook_event_name": "PostToolUse",
            "tool_name": "Read",
            "tool_input": {"file_path": "@R/login.py"},
            "tool_response": {"type": "text", "file": {"filePath": "@R/login.py", "content": "x"}},
            "tool_use_id": "toolu_fbf5c9e6adbe482aa8f9",
        },
    ),
    (
        "codex",  # 0.171.0, which reads through its shell
        {
            **_CODEX,
            "hook_event_name": "PostToolUse",
            "tool_name": "Bash",
            "tool_input": {"command": "sed -n '1,20p' login.py && ls"},
            "tool_response": "def login(name):\n",
            "tool_use_id": "call_17ccab28f6934083",
        },
    ),
    (
        "gemini",  # 0.61.0
        {
            **_GEMINI,
            "hook_event_name": "AfterTool",
            "tool_name": "read_file",
            "tool_input": {"file_path": "@R/login.py", "absolute_path": "@R/login.py"},
            "tool_response": {"llmContent": "def login(name):\n", "returnDisplay": ""},
        },
    ),
    (
        "qwen",  # 0.24.4
        {
            **_QWEN,
            "hook_event_name": "PostToolUse",
            "tool_name": "read_file",
            "tool_input": {"file_path": "@R/login.py", "absolute_path": "@R/login.py"},
            "tool_response": {"llmContent": "def login(name):\n", "returnDisplay": ""},
            "tool_use_id": "toolu_1795856766926",
        },
    ),
    (
        "copilot",  # 1.0.102, an edit by a patch
        {
            **_GEMINI,
            "hook_event_name": "PostToolUse",
            "tool_name": "Edit",
            "tool_input": "*** Begin Patch\n*** Update File: @R/login.py\n@@\n-a\n+b\n*** End",
            "tool_result": {"result_type": "success", "text_result_for_llm": "Modified 1 file(s)"},
        },
    ),
    (
        "opencode",  # 1.18.33, through our plugin
        {
            "cwd": "@R",
            "hook_event_name": "PostToolUse",
            "tool_name": "read",
            "tool_use_id": "call_16defc37163d",
            "tool_input": {"filePath": "@R/login.py"},
            "tool_response": {"output": "<path>@R/login.py</path>\n1: def login(name):"},
        },
    ),
]

# `python3 -m unittest -q test_login` failed: (agent, payload without the command).
FAILURES = [
    (
        "claude-code",
        {
            **_CLAUDE,
            "hook_event_name": "PostToolUseFailure",
            "tool_name": "Bash",
            "tool_use_id": "toolu_483bfaa353d64c329e5d",
            "error": f"Exit code 1\n{_FAILED}",
        },
    ),
    (
        "codex",  # it does not say how the command ended
        {
            **_CODEX,
            "hook_event_name": "PostToolUse",
            "tool_name": "Bash",
            "tool_response": _FAILED,
            "tool_use_id": "call_f12d6fec08714319",
        },
    ),
    (
        "gemini",
        {
            **_GEMINI,
            "hook_event_name": "AfterTool",
            "tool_name": "run_shell_command",
            "tool_response": {
                "llmContent": f"<untrusted_context>\nOutput: {_FAILED}Exit Code: 1\n",
                "returnDisplay": _FAILED,
            },
        },
    ),
    (
        "copilot",
        {
            **_GEMINI,
            "hook_event_name": "PostToolUse",
            "tool_name": "Bash",
            "tool_result": {
                "result_type": "success",
                "text_result_for_llm": f"{_FAILED}<shellId: 0 completed with exit code 1>",
            },
        },
    ),
    (
        "opencode",
        {
            "cwd": "@R",
            "hook_event_name": "PostToolUse",
            "tool_name": "bash",
            "tool_use_id": "call_7c996510d269",
            "tool_response": {"output": _FAILED, "exit_code": 1},
        },
    ),
]
