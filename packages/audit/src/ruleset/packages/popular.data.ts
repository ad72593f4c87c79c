/** The most used packages by ecosystem: what a near miss would be a near miss of. */
export const POPULAR: Readonly<Record<'npm' | 'pypi', readonly string[]>> = {
  npm: `react react-dom lodash express axios chalk commander typescript webpack eslint prettier jest vitest vite next
    moment request debug dotenv uuid yargs inquirer rxjs redux jquery bootstrap tailwindcss postcss mongoose sequelize
    socket.io cheerio puppeteer playwright nodemon mocha chai sinon glob rimraf fs-extra cross-env body-parser cors
    helmet jsonwebtoken bcrypt passport winston morgan underscore bluebird semver minimist colors ora got node-fetch
    date-fns classnames styled-components graphql apollo-server prisma drizzle-orm zod ajv fastify koa electron
    three d3 chart.js openai langchain discord.js telegraf web3 ethers viem hardhat`
    .trim()
    .split(/\s+/),
  pypi: `requests numpy pandas scipy matplotlib scikit-learn tensorflow torch django flask fastapi sqlalchemy pytest
    beautifulsoup4 selenium pillow pyyaml boto3 botocore urllib3 certifi setuptools cryptography paramiko psycopg2
    pymongo redis celery jinja2 click typer rich pydantic httpx aiohttp uvicorn gunicorn starlette openai anthropic
    langchain transformers huggingface-hub opencv-python openpyxl lxml tqdm colorama python-dotenv python-dateutil
    pyjwt werkzeug ipython jupyter seaborn plotly streamlit gradio nltk spacy networkx sympy black mypy ruff pylint
    flake8 tox virtualenv poetry pipenv web3 discord.py tweepy websockets playwright`
    .trim()
    .split(/\s+/),
};

/** Real packages that happen to lie one step from a popular one. */
export const NEIGHBOURS: ReadonlySet<string> = new Set(
  'preact color moments request toml tomli numba jets polars prism ioredis globby glob2 flasks django-x clack typed mocha chain nexti expres-x pandera pyrsistent lodash-es pydantic-ai'.split(
    ' ',
  ),
);
