/** The most used packages by ecosystem: what a near miss would be a near miss of. */
export const POPULAR: Readonly<Record<'npm' | 'pypi', readonly string[]>> = {
  npm: `react react-dom lodash express axios chalk commander typescript webpack eslint prettier jest vitest vite next
    moment request debug dotenv uuid yargs inquirer enquirer rxjs redux jquery bootstrap tailwindcss postcss mongoose sequelize
    socket.io cheerio puppeteer playwright nodemon mocha chai sinon glob rimraf fs-extra cross-env body-parser cors
    helmet jsonwebtoken bcrypt passport winston morgan underscore bluebird semver minimist colors ora got node-fetch
    date-fns classnames styled-components graphql apollo-server prisma drizzle-orm zod ajv fastify koa electron
    three d3 chart.js openai langchain discord.js telegraf web3 ethers viem hardhat`
    .trim()
    .split(/\s+/),
  pypi: `requests numpy pandas scipy matplotlib scikit-learn tensorflow torch django flask fastapi fastai sqlalchemy pytest
    beautifulsoup4 selenium pillow pyyaml boto3 botocore urllib3 certifi setuptools cryptography paramiko psycopg2
    pymongo redis celery jinja2 click typer rich pydantic httpx aiohttp uvicorn gunicorn starlette openai anthropic
    langchain transformers huggingface-hub opencv-python openpyxl lxml tqdm colorama python-dotenv python-dateutil
    pyjwt werkzeug ipython jupyter seaborn plotly streamlit gradio nltk spacy networkx sympy black mypy ruff pylint
    flake8 tox virtualenv poetry pipenv web3 discord.py tweepy websockets playwright`
    .trim()
    .split(/\s+/),
};

/** Owners of npm scopes that people type by hand. */
export const SCOPES: readonly string[] =
  `anthropic-ai openai modelcontextprotocol types babel angular nestjs aws-sdk google-cloud azure microsoft langchain
    vercel supabase sentry tanstack typescript-eslint reduxjs radix-ui prisma clerk stripe solana cloudflare huggingface
    playwright testing-library storybook octokit nuxtjs sveltejs opentelemetry smithy metamask walletconnect`
    .trim()
    .split(/\s+/);

/** Real packages and plain words that happen to lie one step from a popular name, as the public indexes list them. */
export const NEIGHBOURS: ReadonlySet<string> = new Set(
  `preact color moments request requests toml tomli numba jets polars prism ioredis globby glob2 flasks django-x clack
    typed mocha chain nexti expres-x pandera pyrsistent lodash-es pydantic-ai psycopg psycopg3 scapy simpy tslint
    telegram server djongo aredis torchx gtorch jinja urllib urllib2 boto slack block blank flash radio query organ reach
    ether others tree space spicy simon clock flick typers rediss classname passports openal httpie pandas2 tweepy2
    electrons expressjs axios-x redis3 sumpy plotty clip https chalks colorsys`
    .trim()
    .split(/\s+/),
);
