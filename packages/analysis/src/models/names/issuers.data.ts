/**
 * Who issues the secrets that carry a name, and where they are used. A token of one of these sent elsewhere has left its
 * home; a name that stands nowhere here says nothing about whose it is. Domains are compared as registrable domains.
 */
export type Issuer = {
  readonly words: readonly string[];
  readonly domains: readonly string[];
  /** Speaks one of the shared protocols for models: keys and addresses of these are mixed by configuration. */
  readonly isModelProvider?: true;
  /** Where its customers have places of their own: the key is at home there, and the place is anybody's. */
  readonly tenants?: readonly string[];
  /** People run it on machines of their own, which carry its name. */
  readonly isSelfHosted?: true;
  /** No program of theirs reads a variable: whoever calls a key by that name chose it, and others sell access under it. */
  readonly readsNoVariable?: true;
};

export const ISSUERS: readonly Issuer[] = [
  { words: ['github', 'gh'], domains: ['github.com', 'githubusercontent.com', 'ghcr.io', 'githubcopilot.com'] },
  { words: ['gitlab'], domains: ['gitlab.com'] },
  {
    words: ['bitbucket', 'atlassian', 'jira', 'confluence'],
    domains: ['bitbucket.org', 'atlassian.com', 'atlassian.net'],
  },
  { words: ['aws', 'amazon'], domains: ['amazonaws.com', 'amazon.com', 'aws.dev'] },
  {
    words: ['azure', 'msgraph', 'graph'],
    domains: ['azure.com', 'windows.net', 'microsoft.com', 'microsoftonline.com'],
  },
  { words: ['gcp', 'google', 'gcal', 'gmail', 'youtube', 'firebase'], domains: ['googleapis.com', 'google.com'] },
  { words: ['slack'], domains: ['slack.com'] },
  { words: ['discord'], domains: ['discord.com', 'discordapp.com'] },
  { words: ['telegram', 'tg'], domains: ['telegram.org'] },
  { words: ['feishu', 'lark'], domains: ['feishu.cn', 'larksuite.com'] },
  { words: ['stripe'], domains: ['stripe.com'] },
  { words: ['paypal'], domains: ['paypal.com'] },
  { words: ['twilio'], domains: ['twilio.com'] },
  { words: ['sendgrid'], domains: ['sendgrid.com'] },
  { words: ['npm'], domains: ['npmjs.org', 'npmjs.com'] },
  { words: ['pypi', 'twine'], domains: ['pypi.org'] },
  { words: ['docker', 'dockerhub'], domains: ['docker.com', 'docker.io'] },
  { words: ['cloudflare', 'cf'], domains: ['cloudflare.com'] },
  { words: ['digitalocean'], domains: ['digitalocean.com'] },
  { words: ['heroku'], domains: ['heroku.com'] },
  { words: ['vercel'], domains: ['vercel.com'] },
  { words: ['netlify'], domains: ['netlify.com'] },
  { words: ['notion'], domains: ['notion.com', 'notion.so'] },
  { words: ['linear'], domains: ['linear.app'] },
  {
    words: ['facebook', 'fb', 'instagram', 'ig', 'meta', 'whatsapp', 'threads'],
    domains: ['facebook.com', 'instagram.com', 'threads.net'],
    readsNoVariable: true,
  },
  { words: ['twitter'], domains: ['twitter.com', 'x.com'], readsNoVariable: true },
  { words: ['linkedin'], domains: ['linkedin.com'], readsNoVariable: true },
  { words: ['hashicorp', 'vault'], domains: ['hashicorp.com', 'hashicorp.cloud'], isSelfHosted: true },
  { words: ['terraform', 'tfe'], domains: ['terraform.io', 'hashicorp.com'], isSelfHosted: true },
  { words: ['cargo', 'crates'], domains: ['crates.io'], isSelfHosted: true },
  { words: ['rubygems'], domains: ['rubygems.org'] },
  { words: ['doppler'], domains: ['doppler.com'] },
  { words: ['pulumi'], domains: ['pulumi.com'], isSelfHosted: true },
  { words: ['fly', 'flyio'], domains: ['fly.io', 'machines.dev'], tenants: ['fly.dev'] },
  { words: ['supabase'], domains: ['supabase.com'], tenants: ['supabase.co', 'supabase.in'], isSelfHosted: true },
  { words: ['shopify'], domains: ['shopify.com'], tenants: ['myshopify.com'] },
  { words: ['sentry'], domains: ['sentry.io'], isSelfHosted: true },
  { words: ['codecov'], domains: ['codecov.io'], isSelfHosted: true },
  { words: ['datadog', 'dd'], domains: ['datadoghq.com', 'datadoghq.eu', 'ddog-gov.com'] },
  { words: ['hetzner', 'hcloud'], domains: ['hetzner.cloud', 'hetzner.com'] },
  { words: ['airtable'], domains: ['airtable.com'] },
  { words: ['alchemy'], domains: ['alchemy.com', 'alchemyapi.io'], tenants: ['alchemy.com'] },
  { words: ['openai', 'chatgpt', 'codex'], domains: ['openai.com', 'chatgpt.com'], isModelProvider: true },
  { words: ['anthropic', 'claude'], domains: ['anthropic.com', 'claude.ai'], isModelProvider: true },
  { words: ['gemini'], domains: ['googleapis.com', 'google.com'], isModelProvider: true },
  { words: ['openrouter'], domains: ['openrouter.ai'], isModelProvider: true },
  { words: ['groq'], domains: ['groq.com'], isModelProvider: true },
  { words: ['mistral'], domains: ['mistral.ai'], isModelProvider: true },
  { words: ['deepseek'], domains: ['deepseek.com'], isModelProvider: true },
  { words: ['dashscope', 'qwen'], domains: ['aliyuncs.com'], isModelProvider: true },
  { words: ['moonshot', 'kimi'], domains: ['moonshot.cn', 'moonshot.ai'], isModelProvider: true },
  { words: ['huggingface', 'hf'], domains: ['huggingface.co', 'hf.co'], isModelProvider: true },
  { words: ['replicate'], domains: ['replicate.com'], isModelProvider: true },
  { words: ['siliconflow'], domains: ['siliconflow.cn', 'siliconflow.com'], isModelProvider: true },
  {
    words: [],
    domains: ['generativelanguage.googleapis.com', 'aiplatform.googleapis.com'],
    isModelProvider: true,
  },
  // Public nodes of chains: what a wallet has signed is handed in there, and nobody collects anything there.
  {
    words: [],
    domains: ['solana.com', 'infura.io', 'alchemy.com', 'quiknode.pro', 'helius-rpc.com', 'publicnode.com'],
  },
];
