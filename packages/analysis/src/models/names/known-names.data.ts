/**
 * Names people look for: skills published with the agents themselves, and the words that names of skills are made of.
 * A name that misspells one of them is a name that waits for a slip of the finger.
 */
export const KNOWN_SKILLS: readonly string[] =
  `docx pdf pptx xlsx algorithmic-art artifacts-builder web-artifacts-builder brand-guidelines canvas-design
    doc-coauthoring frontend-design internal-comms mcp-builder skill-creator slack-gif-creator theme-factory
    webapp-testing claude-api code-review security-review commit-commands feature-dev hookify plugin-dev
    pr-review-toolkit agent-sdk-dev systematic-debugging test-driven-development brainstorming writing-plans
    executing-plans using-git-worktrees`
    .trim()
    .split(/\s+/);

export const NAME_WORDS: ReadonlySet<string> = new Set(
  `account agent analysis analytics analyzer android archive assistant audio automation backend backup builder
    calculator calendar capture changelog checker cleaner client clipboard cloud collector commit compiler component
    config configuration connector container content converter crawler creator dashboard database debugger debugging
    deploy deployer deployment designer detector developer diagnostics dictionary docker document documentation
    downloader editor email encoder engine explorer export extractor fetcher finder formatter framework frontend
    generator github gitlab google graph handler helper history image importer indexer inspector installer integration
    javascript keyboard kubernetes language launcher library linter loader logger manager markdown memory message
    metrics migration minifier monitor monitoring network notes notifier optimizer organizer parser password performance
    pipeline planner plugin postgres presentation processor profiler project prompt proxy publisher python query reader
    recorder refactor registry release renderer reporter repository requests research resizer review reviewer router
    runner scanner scheduler schema scraper screenshot script search security server session shell slack snippet
    spreadsheet sqlite storage stream summarizer summary support sync system table telegram template terminal testing
    toolkit tracker transcript transfer translator twitter typescript updater upload uploader utility utils validator
    version video viewer visualizer wallet weather webapp webhook website whatsapp workflow writer youtube`
    .trim()
    .split(/\s+/),
);

/** Words of their own that lie one step from one of those above. */
export const OTHER_WORDS: ReadonlySet<string> = new Set(
  `analyser analyse serve severe prompts reviews reviewed slice stack slicer tables cable stable stream streams scripts
    shelf shell spell storage stories cloud clouds could graphs graphic grape imager images memories messages metric
    notes noted notice plugins project projects projector query queries reader readers leader header loader render
    renders release released relate router routed scaper scanned search searches research schemas secure server servers
    session sessions shells stacks summaries support supports sync async syncs system systems table template templates
    terminals testing texting resting tester testers tested trackers transcripts transform uploads utility utilities
    versions videos viewers webhooks websites workflows writers written email emails mail gmail client clients clean
    cleaners commits commit comment configs connect connectors contents container contained convert converts creators
    create creative creation data dates dashboards deploys deployed designers design detect detectors develop document
    documents editors edits encoders engines export exports explore extract fetch finder finders binder folder format
    formats formatters framework generate generators handlers helpers import imports image index indexes inspect install
    installers integrate languages launch libraries lint linters list load loaders log logger loggers manage managers
    monitor monitors network networks notify optimize optimiser optimizers organiser organize parse parsers passwords
    plan planners planned process processors profile profilers publish publishers record records recorders refactors
    register registers report reports reporter repositories resize review run runners running schedule schedulers
    scrape scrapers screenshots screen scripted slacks snippets spreadsheets storages summarize summariser tool toolkits
    track transfers translate translators type update updates validate validators verify view visualise visualize
    wallets weathers web whether writer rewriter agents agency assistants archives archiver accounts analyst analysts
    accountant backups builders calculators calendars calender captures changelogs checkers checked cleaned collectors
    collect compilers compile components composer dockers crawlers converters builder guilder audios android androids
    automations backends debug debuggers downloader downloaders deployments diagnostic dictionaries encode explorers
    extractors fetchers histories indexers inspectors keyboards markdowns messages message migrations migrate minify
    notifiers pipelines pipeline posters postgre python pythons presentations proxies renderers reporters scanners
    searcher sharing sharper summarizers telegrams trackers transcribe updaters uploaders utils util visualizers youtuber`
    .trim()
    .split(/\s+/),
);
