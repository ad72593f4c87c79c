import type { OriginClass } from '../../types/index.ts';
import { MAKERS } from './makers.data.ts';

/** What is known about a network location. `name` is a host, `*.suffix`, or `host/owner[/repo]`. */
export type OriginEntry = {
  readonly name: string;
  readonly class: OriginClass;
  readonly reason: string;
};

const all = (origin: OriginClass, reason: string, names: string): OriginEntry[] =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => ({ name, class: origin, reason }));

export const ORIGINS: readonly OriginEntry[] = [
  ...all('vendor-installer', 'listed by the Cloud Native Computing Foundation', MAKERS),
  ...all(
    'package-index',
    'public package index with immutable versions',
    `registry.npmjs\u002eorg npmjs.com www.npmjs.com registry.yarnpkg.com pypi.org files.pythonhosted.org test.pypi.org
    crates.io static.crates.io index.crates.io rubygems.org proxy.golang.org pkg.go.dev sum.golang.org
    repo.maven.apache.org repo1.maven.org central.sonatype.com packagist.org nuget.org api.nuget.org www.nuget.org
    hex.pm cran.r-project.org mirror.ctan.org conda.anaconda.org repo.anaconda.com anaconda.org hub.docker.com docker.io
    registry-1.docker.io ghcr.io mcr.microsoft.com quay.io public.ecr.aws gcr.io formulae.brew.sh deb.debian.org
    archive.ubuntu.com security.ubuntu.com packages.microsoft.com dl.google.com apt.llvm.org download.pytorch.org
    deb.nodesource.com rpm.nodesource.com apt.postgresql.org dl.fedoraproject.org flathub.org dl.flathub.org
    jsr.io npm.jsr.io cdn.jsdelivr.net unpkg.com esm.sh cdnjs.cloudflare.com pub.dev repo.hex.pm
    marketplace.visualstudio.com open-vsx.org packages.cloud.google.com download.docker.com apt.releases.hashicorp.com
    rpm.releases.hashicorp.com conda-forge.org luarocks.org cpan.org metacpan.org bioconductor.org dl.yarnpkg.com`,
  ),
  ...all('package-index', 'the script is the own one of the host, and adds a signed repository', 'packagecloud.io'),
  ...all(
    'package-index',
    'public index of skills, by publisher and name',
    'skills.sh clawhub.ai clawdhub.com auth.clawdhub.com',
  ),
  ...all(
    'file-drop',
    'customers put files there',
    'codeup.aliyun.com git.code.tencent.com packages.aliyun.com docs.qq.com',
  ),
  ...all(
    'vendor-installer',
    'own domain of one of the large makers of China, where no customer puts files',
    `*.tencent.com *.gtimg.com *.qq.com *.alicdn.com *.aliyun.com *.alipay.com *.dingtalk.com *.bytedance.com *.volcengine.com *.huawei.com *.huaweicloud.com *.mi.com  *.bilibili.com *.deepseek.com
    *.moonshot.cn *.bigmodel.cn *.minimaxi.com`,
  ),
  ...all(
    'vendor-installer',
    'installer of a widely used tool, served by its maker',
    `sh.rustup.rs rustup.rs get.docker.com astral.sh bun.sh bun.com deno.land deno.com get.pnpm.io install.python-poetry.org
    get.sdkman.io get.helm.sh ollama.com ollama.ai claude.ai cli.anthropic.com fly.io get.pulumi.com starship.rs
    install.determinate.systems nixos.org get.k3s.io dot.net dotnet.microsoft.com builds.dotnet.microsoft.com aka.ms
    cli.github.com aspire.dev nodejs.org go.dev golang.org www.python.org python.org bootstrap.pypa.io get.rvm.io rvm.io
    mise.run mise.jdx.dev pyenv.run volta.sh get.volta.sh fnm.vercel.app sdk.cloud.google.com awscli.amazonaws.com
    azurecliprod.blob.core.windows.net releases.hashicorp.com getcomposer.org setup.atuin.sh just.systems
    tailscale.com supabase.com get.convex.dev cursor.com opencode.ai goose.ai install.duckdb.org
    clickhouse.com builds.clickhouse.com openclaw.ai get.openclaw.ai get.expanso.io downloads.azion.com api.controld.com
    dl.infisical.com artifacts-cli.infisical.com browser-use.com aliyuncli.alicdn.com vapi.ai rclone.org sentry.io proton.me
    kubeshark.com www.getdnote.com install.cmem.ai tinybird.co parallel.ai dl.cloudsmith.io dist.inference.sh
    sh.uptrace.dev dl.k8s.io kind.sigs.k8s.io minikube.sigs.k8s.io storage.googleapis.com/minikube install.zerotier.com
    mullvad.net repo.protonvpn.com storage.googleapis.com/kubernetes-release taskfile.dev get.jetify.com
    install.meteor.com foundry.paradigm.xyz sh.vector.dev cli.doppler.com pixi.sh micro.mamba.pm
    repo.radeon.com developer.download.nvidia.com install.goreleaser.com pnpm.io direnv.net zed.dev
    get.modular.com cli.moonrepo.dev moonrepo.dev install.stellar.org release.solana.com release.anza.xyz sh.solana.com
    dl.min.io get.gnu.org micro.getcaddy.com www.foundationdb.org cli.inference.sh x.ai gemini.google.com
    chocolatey.org community.chocolatey.org get.scoop.sh scoop.sh get.activated.win winget.azureedge.net
    dashboard.render.com render.com cli.run.nu www.nushell.sh railway.com railway.app vite.plus
    antigravity.google lmstudio.ai juliaup.julialang.org install.julialang.org get-ghcup.haskell.org
    raw.githubusercontent.com/homebrew raw.githubusercontent.com/nvm-sh raw.githubusercontent.com/ohmyzsh
    raw.githubusercontent.com/pyenv raw.githubusercontent.com/rbenv raw.githubusercontent.com/helm
    raw.githubusercontent.com/golangci raw.githubusercontent.com/tj raw.githubusercontent.com/kubernetes
    raw.githubusercontent.com/k3d-io raw.githubusercontent.com/rancher raw.githubusercontent.com/anchore
    raw.githubusercontent.com/aquasecurity raw.githubusercontent.com/docker raw.githubusercontent.com/asdf-vm
    raw.githubusercontent.com/junegunn raw.githubusercontent.com/tfutils raw.githubusercontent.com/infracost
    raw.githubusercontent.com/microsoft raw.githubusercontent.com/azure raw.githubusercontent.com/aws
    raw.githubusercontent.com/googlecloudplatform raw.githubusercontent.com/github raw.githubusercontent.com/anthropics
    raw.githubusercontent.com/openai raw.githubusercontent.com/vercel raw.githubusercontent.com/cloudflare
    raw.githubusercontent.com/dotnet raw.githubusercontent.com/rust-lang raw.githubusercontent.com/python-poetry
    raw.githubusercontent.com/conda-forge raw.githubusercontent.com/arduino raw.githubusercontent.com/netdata
    raw.githubusercontent.com/grafana raw.githubusercontent.com/warrensbox raw.githubusercontent.com/terraform-linters
    raw.githubusercontent.com/ajeetdsouza raw.githubusercontent.com/casey raw.githubusercontent.com/nektos
    raw.githubusercontent.com/supabase raw.githubusercontent.com/aws-samples raw.githubusercontent.com/hashicorp
    github.com/docker github.com/kubernetes-sigs github.com/conda-forge github.com/sigstore github.com/cli
    github.com/coursier github.com/mikefarah github.com/jqlang github.com/burntsushi github.com/sharkdp`,
  ),
  ...all('vendor-installer', 'short addresses of GitHub, none of which was made since 2022', 'git.io'),
  ...all(
    'code-host',
    'public code host; the identity is the owner, not the host',
    `github.com www.github.com raw.githubusercontent.com gist.github.com gist.githubusercontent.com codeload.github.com
    objects.githubusercontent.com api.github.com gitlab.com bitbucket.org codeberg.org sr.ht git.sr.ht gitee.com
    sourceforge.net downloads.sourceforge.net huggingface.co hf.co pkg.pr.new`,
  ),
  ...all(
    'docs',
    'reference documentation or standards body',
    `docs.python.org developer.mozilla.org docs.github.com learn.microsoft.com docs.microsoft.com w3.org www.w3.org
    ietf.org www.ietf.org datatracker.ietf.org rfc-editor.org www.rfc-editor.org owasp.org cheatsheetseries.owasp.org
    cwe.mitre.org attack.mitre.org nvd.nist.gov wikipedia.org en.wikipedia.org arxiv.org doi.org schema.org json-schema.org
    opensource.org spdx.org choosealicense.com semver.org agentskills.io modelcontextprotocol.io readthedocs.io
    *.readthedocs.io docs.rs shields.io img.shields.io stackoverflow.com docs.anthropic.com docs.claude.com platform.claude.com platform.openai.com
    apache.org www.apache.org creativecommons.org unicode.org www.unicode.org keepachangelog.com conventionalcommits.org`,
  ),
  ...all(
    'file-drop',
    'anonymous file hosting',
    `transfer.sh file.io 0x0.st catbox.moe files.catbox.moe litterbox.catbox.moe anonfiles.com gofile.io mega.nz
    mediafire.com www.mediafire.com wetransfer.com we.tl bashupload.com temp.sh tmpfiles.org oshi.at uguu.se
    pixeldrain.com send.cm ufile.io filebin.net sendspace.com dropmefiles.com filetransfer.io termbin.com envs.sh
    pomf.lain.la cdn.discordapp.com media.discordapp.net keep.sh filedropper.com zippyshare.com easyupload.io
    fileditch.com bayfiles.com workupload.com krakenfiles.com limewire.com`,
  ),
  ...all(
    'paste',
    'anonymous, changeable text hosting',
    `pastebin.com paste.ee hastebin.com ghostbin.com rentry.co rentry.org dpaste.com dpaste.org paste.rs ix.io sprunge.us
    controlc.com pastebin.pl justpaste.it privatebin.net 0bin.net paste.debian.net glot.io write.as telegra.ph
    snippet.host pastes.io paste.mozilla.org p.ip.fi bpa.st ideone.com pastelink.net jsonbin.io api.jsonbin.io
    jsonblob.com textbin.net paste.c-net.org glotio.com notes.io anotepad.com codepad.org nopaste.net pasteio.com
    gist.github.com gist.githubusercontent.com`,
  ),
  ...all(
    'shortener',
    'hides the real address',
    `bit.ly tinyurl.com t.co goo.gl is.gd v.gd ow.ly buff.ly rebrand.ly cutt.ly shorturl.at rb.gy t.ly tiny.cc
    s.id shorte.st adf.ly bl.ink short.io lnkd.in clck.ru qr.ae soo.gd u.to dub.sh urlz.fr surl.li`,
  ),
  ...all(
    'tunnel',
    'points at a private machine that can change or vanish',
    `*.ngrok.io *.ngrok.app *.ngrok-free.app *.ngrok.dev *.ngrok-free.dev *.trycloudflare.com *.loca.lt
    *.localtunnel.me *.serveo.net serveo.net *.localhost.run *.lhr.life *.pagekite.me *.telebit.io *.tunnelto.dev *.bore.pub bore.pub
    *.zrok.io *.pinggy.io *.pinggy.link *.devtunnels.ms *.playit.gg *.expose.dev *.sharedwithexpose.com *.onion *.onion.to *.tor2web.org`,
  ),
  ...all(
    'collector',
    'made to record whatever is sent to it',
    `webhook.site *.webhook.site requestbin.com *.requestbin.net requestbin.net requestcatcher.com *.requestcatcher.com
    pipedream.net *.m.pipedream.net *.pipedream.net hookbin.com beeceptor.com *.beeceptor.com postb.in mockbin.org mockbin.io
    *.interact.sh interact.sh *.oast.fun *.oast.pro *.oast.live *.oast.site *.oast.online *.oast.me *.burpcollaborator.net
    *.oastify.com *.dnslog.cn *.ceye.io *.bxss.me *.dnsbin.zhack.ca *.requestrepo.com requestrepo.com *.ezstat.ru
    grabify.link iplogger.org iplogger.com 2no.co yip.su canarytokens.com canarytokens.org ptsv2.com ptsv3.com
    hookdeck.com *.hookdeck.com webhookrelay.com *.webhookrelay.com smee.io typedwebhook.tools webhook.cool *.free.beeceptor.com
    formspree.io formsubmit.co getform.io *.wiremockapi.cloud`,
  ),
  ...all(
    'chat-webhook',
    'delivers to a chat whose reader the address does not tell',
    `discord.com/api/webhooks discordapp.com/api/webhooks canary.discord.com/api/webhooks ptb.discord.com/api/webhooks
    api.telegram.org hooks.slack.com qyapi.weixin.qq.com/cgi-bin/webhook oapi.dingtalk.com/robot
    open.feishu.cn/open-apis/bot open.larksuite.com/open-apis/bot webhook.office.com *.webhook.office.com
    chat.googleapis.com/v1/spaces ntfy.sh api.pushover.net maker.ifttt.com`,
  ),
  ...all(
    'dynamic-dns',
    'name of a changing, unnamed machine',
    `*.duckdns.org *.no-ip.com *.no-ip.org *.no-ip.biz *.ddns.net *.dyndns.org *.hopto.org *.zapto.org *.sytes.net
    *.myftp.org *.servebeer.com *.dynu.net *.freedns.org *.mooo.com *.chickenkiller.com *.afraid.org *.nip.io *.sslip.io
    *.serveftp.com *.serveblog.net *.redirectme.net *.bounceme.net *.gotdns.ch *.dynv6.net *.kozow.com`,
  ),
  ...all(
    'reserved',
    'name that can never be reached',
    'example.com *.example.com example.org *.example.org example.net *.example.net *.example *.invalid *.test',
  ),
  ...all(
    'loopback',
    'this machine',
    'localhost *.localhost 127.0.0.1 0.0.0.0 host.docker.internal *.local *.internal *.svc',
  ),
];
