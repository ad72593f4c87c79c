const list = (names: string): ReadonlySet<string> => new Set(names.trim().split(/\s+/));

/** Tools that agent hosts bring themselves, as they spell them. */
export const HOST_TOOLS: ReadonlySet<string> = list(`
  Bash BashOutput Read Write Edit MultiEdit NotebookEdit Glob Grep LS WebFetch WebSearch Task TodoWrite KillShell
  ExitPlanMode SlashCommand Skill bash computer str_replace_editor str_replace_based_edit_tool text_editor
  run_terminal_cmd run_in_terminal codebase_search apply_patch replace_in_file execute_command ask_followup_question
  attempt_completion use_mcp_tool access_mcp_resource code_interpreter run_shell_command google_web_search save_memory`);

/** Tools of widely used servers and hosts, in lower case. */
export const KNOWN_TOOLS: ReadonlySet<string> = list(`
  read_file read_text_file read_media_file read_multiple_files write_file edit_file create_directory list_directory
  list_directory_with_sizes directory_tree move_file search_files get_file_info list_allowed_directories delete_file
  create_issue get_issue list_issues update_issue add_issue_comment create_pull_request get_pull_request
  list_pull_requests merge_pull_request push_files create_or_update_file get_file_contents search_repositories
  create_repository fork_repository create_branch list_commits search_code search_issues search_users
  git_status git_diff git_commit git_add git_log git_checkout git_reset git_show
  send_email send_message post_message read_email search_emails list_channels get_channel_history
  slack_post_message slack_list_channels slack_reply_to_thread slack_get_channel_history
  web_search brave_web_search brave_local_search fetch fetch_url
  browser_navigate browser_click browser_snapshot browser_type browser_take_screenshot puppeteer_navigate
  puppeteer_screenshot puppeteer_click puppeteer_fill puppeteer_evaluate
  create_entities create_relations add_observations delete_entities search_nodes open_nodes read_graph
  sequentialthinking get_current_time convert_time execute_sql list_tables describe_table read_query write_query
  run_terminal_cmd run_shell_command execute_command str_replace_editor apply_patch codebase_search grep_search
  file_search list_dir web_fetch webfetch websearch todowrite multiedit resolve-library-id get-library-docs
  list_files list_code_definition_names replace_in_file save_memory get_transcript create_event list_events
  get_weather get_forecast`);

/** Packages of widely used servers, without their scope. */
export const KNOWN_SERVERS: ReadonlySet<string> = list(`
  mcp-server-fetch mcp-server-git mcp-server-time mcp-server-sqlite mcp-server-filesystem server-filesystem server-github
  server-gitlab server-memory server-postgres server-slack server-puppeteer server-brave-search server-google-maps
  server-sequential-thinking server-everything server-redis github-mcp-server playwright-mcp mcp-remote context7-mcp
  notion-mcp-server mcp-server-sentry mcp-server-kubernetes firecrawl-mcp tavily-mcp exa-mcp-server figma-mcp
  mcp-server-cloudflare stripe-mcp supabase-mcp mongodb-mcp-server chrome-devtools-mcp`);
