/**
 * Issuers of secrets by the words in a secret's name, and the domains where the secrets are used. A token sent to
 * another domain has left its issuer; a name that is not listed here says nothing about the issuer. Domains are
 * compared as registrable domains.
 */
export type Issuer = {
  readonly words: readonly string[];
  readonly domains: readonly string[];
  /** Speaks one of the common model protocols: configurations mix the keys and addresses of these providers. */
  readonly isModelProvider?: true;
  /**
   * Domains below which customers have hosts of their own. The key belongs there, but the host belongs to the customer.
   */
  readonly tenants?: readonly string[];
  /** Users run it on their own machines, whose names contain the product name. */
  readonly isSelfHosted?: true;
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
  },
  { words: ['twitter'], domains: ['twitter.com', 'x.com'] },
  { words: ['linkedin'], domains: ['linkedin.com'] },
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
  // Public blockchain nodes: wallets submit signed transactions there, and the nodes do not collect data.
  {
    words: [],
    domains: ['solana.com', 'infura.io', 'alchemy.com', 'quiknode.pro', 'helius-rpc.com', 'publicnode.com'],
  },
];
