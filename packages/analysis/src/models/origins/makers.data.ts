/**
 * Sites of projects and open-source products in the landscape of the Cloud Native Computing Foundation
 * (https://landscape.cncf.io, as of 2026-08-07): the foundation checks who makes them. Sites on code hosts and on
 * shared page hosts are left out.
 */
export const MAKERS = `
  3scale.net a2a-protocol.org aeraki.net age.apache.org agent-sandbox.sigs.k8s.io agentgateway.dev agno.com agola.io
  agones.dev ai.pydantic.dev aigateway.envoyproxy.io airshipit.org akka.io alluxio.io ambient.run ansible.com antrea.io
  apicur.io apisix.apache.org apl-docs.net apolloconfig.com appscale.com appvia.io arangodb.com aregistry.ai
  arkflow-rs.com armadaproject.io artifacthub.io aserto.com athenz.io authing.cn authzed.com automq.com avro.apache.org
  aws.amazon.com azure.microsoft.com backend.ai backstage.io bank-vaults.dev beam.apache.org bentoml.com
  bfe-networks.net bigchaindb.com bosh.io botkube.io bouncycastle.org boundaryproject.io bpfman.io brigade.sh
  browser-use.com brpc.apache.org bub.build bucketeer.io buildpacks.io bunkerweb.io bytebase.com caddyserver.com
  cadenceworkflow.io camel-ai.org camel.apache.org capsule.clastix.io carbondata.apache.org cartographer.sh
  cartography.dev carvel.dev casdoor.org casper.network cassandra.apache.org catalystcloud.nz cdevents.dev cdk8s.io
  cedarpolicy.com centreon.com ceph.io cerbos.dev cert-manager.io cfengine.com chaos-mesh.org chaosblade.io
  chaostoolkit.org chaterm.ai checkmk.com checkov.io chef.io cilium.io clickhouse.com cloudark.io cloudcustodian.io
  cloudevents.io cloudfoundry.org cloudify.co cloudmatos.com cloudnative-pg.io cloudwego.io clusternet.io
  clusterpedia.io cncf.pravega.io cni.dev cockroachlabs.com coder.com community.chef.io composio.dev concourse-ci.org
  confidentialcontainers.org conjur.org connectrpc.com consul.io containerd.io containerssh.io controltheory.com
  coredns.io coroot.com cortexmetrics.io cosmwasm.com couchbase.com cozystack.io crate.io crates.io crewai.com cri-o.io
  crossplane.io crunchydata.com cubefs.io curiefense.io cyclops-ui.com d7y.io dapr.io dart.dev databend.rs databuff.ai
  datascienceonaws.com daytona.io deepeval.com deepfence.io deepflow.io deepflow.yunshan.net deepstream.io dev.dylib.so
  developers.llamaindex.ai devfile.io devspace.sh devstream.io devtron.ai dexidp.io dfinity.org dgraph.io dify.ai
  direktiv.io distr.sh doc.rust-lang.org docker.com docling.ai docs.akri.sh docs.docker.com docs.flagger.app
  docs.inlets.dev docs.kubefirst.com docs.kubelinter.io docs.langchain.com docs.microsoft.com docs.nvidia.com
  docs.openio.io docs.openstack.org docs.openvino.ai docs.prefect.io docs.ragas.io docs.rke2.io docs.rs docs.sdcio.dev
  docs.sighup.io docs.vllm.ai dolphinscheduler.apache.org doris.apache.org dot.net dragonflydb.io drasi.io
  druid.apache.org dubbo.apache.org e2b.dev eclipse.org ejbca.org ekuiper.org elastic.co elastisys.io eleuther.ai
  embrace.io emissary-ingress.dev emscripten.org en.oceanbase.com en.pingcap.com encore.dev endee.io enterprisedb.com
  envoyproxy.io epsilla.com etcd.io eunomia.dev eventmesh.apache.org external-secrets.io extism.org fairwinds.com
  falco.org falkordb.com fd.io feast.dev featurehub.io ffmpeg.org filecoin.io firecrawl.dev fission.io flagsmith.com
  flatcar.org flink.apache.org flipt.io flogo.io flomesh.io fluentd.org fluvio.io fluxcd.io fortio.org fossa.com
  foundationdb.org gardener.cloud gateway.envoyproxy.io gear-tech.io gefyra.dev genode.org getanteon.com getenroute.io
  getunleash.io giantswarm.io gitness.com glassflow.dev gluster.org go-kratos.dev go-zero.dev go.dev goauthentik.io
  gocd.org gocrane.io gofeatureflag.org gofr.dev goharbor.io gokatalyst.io gosparta.io goteleport.com gradle.org
  grafana.com grafeas.io grain-lang.org graphiteapp.org graphscope.io gravitee.io graylog.org greptime.com grpc.io
  guardrailsai.com gvisor.dev hadoop.apache.org haproxy.com harmonycloud.cn haskell.org hasura.io hatchet.run
  haystack.deepset.ai hazelcast.com hbase.apache.org headlamp.dev helm.sh helmwave.app hertzbeat.apache.org
  hexaorchestration.org higress.io holmesgpt.dev horovod.ai huatuo.tech hwameistor.io icinga.com ignite.apache.org
  in-toto.io infinispan.org influxdata.com infracost.io inftyai.com ingraind.org inngest.com inspektor-gadget.io
  interlink-project.dev isocpp.org istio.io jaas.ai jaegertracing.io jenkins-x.io jenkins.io jhipster.tech jina.ai
  jreleaser.org juicefs.com jupyter.org k0rdent.io k0sproject.io k3s.io k6.io k8gb.io k8sgpt.ai k8up.io kafka.apache.org
  kagent.dev kairos.io kanister.io kapeta.com kapitan.dev karmada.io karpenter.sh katacontainers.io kbind.dev
  kcl-lang.io kcp.io keda.sh keephq.dev keploy.io keptn.sh kestra.io keycloak.org keylime.dev kgateway.dev kiali.io
  kics.io kilo.squat.ai kitops.org kmesh.net knative.dev ko.build konghq.com konveyor.io koordinator.sh kops.sigs.k8s.io
  kosko.dev kotlinlang.org kots.io kpt.dev krakend.io kratix.io krustlet.dev kuadrant.io kuasar.io kubara.io
  kube-green.dev kube-logging.dev kube-ovn.io kube-router.io kube-vip.io kube.rs kubearmor.io kubeblocks.io
  kubeclipper.io kubecost.com kubedb.com kubedl.io kubeedge.io kubeelasti.dev kubefleet.dev kubeflow.org kubefwd.com
  kubemq.io kubeorbit.io kubermatic.com kubernetes.io kubero.dev kubescape.io kubeskoop.io kubeslice.io kubesphere.io
  kubespray.io kubestellar.io kubetail.com kubevela.io kubevirt.io kubevpn.cn kubewarden.io kudo.dev kueue.sigs.k8s.io
  kui.tools kuma.io kured.dev kurl.sh kusionstack.io kusk.io kwasm.sh kwok.sigs.k8s.io kyma-project.io kyverno.io
  l7mp.io lancedb.com landscape.cncf.io learn.microsoft.com libsql.org ligato.io linbit.com lindb.io linkerd.io
  linuxcontainers.org liquibase.com litmuschaos.io llm-d.ai llvm.org lmql.ai longhorn.io loxilb.io lunar.dev
  lunatic.solutions lws.sigs.k8s.io m3db.io maas.io manageiq.org mariadb.com marimo.io marketplace.visualstudio.com
  marqo.ai matano.dev maven.apache.org megaease.cn megaease.com mem0.ai membrane-api.io memcached.org memphis.dev
  merbridge.io meshery.io mesos.apache.org metal3.io metalbear.com metallb.universe.tf metatype.dev microcks.io
  microk8s.io micrometer.io milvus.io min.io minikube.sigs.k8s.io mist.io mlflow.org mlrun.org mock-server.com
  modelcontextprotocol.io mongodb.com monocle2ai.org monokle.io moosefs.com mosn.io mulesoft.com multigres.com nacos.io
  nagios.com nats.io near.org nebula-graph.io neo4j.com netdata.cloud netobserv.io networkbuilders.intel.com
  networkservicemesh.io neuvector.com ngrok.com nifi.apache.org nightlies.apache.org nitric.io nmstate.io nocalhost.dev
  nokv.io nomadproject.io nops.io notaryproject.dev nuclio.io numaflow.numaproj.io oam.dev odigos.io okteto.com opal.ac
  opea.dev open-cluster-management.io open-sandbox.ai open-scap.org openapis.org openchoreo.dev openclarity.io
  opencompass.org.cn opencontainers.org opencost.io opencv.org openebs.io openeverest.io openfaas.com openfeature.dev
  openfga.dev openfunction.dev opengauss.org opengemini.org opengitops.dev openkruise.io openlit.io openllmetry.com
  openmessaging.cloud openmetrics.io opennebula.io openpolardb.com openpolicyagent.org openpolicycontainers.com
  openresty.com openrun.dev opensdn.io opensearch.org opensergo.io openserverless.apache.org openservicebrokerapi.org
  openservicemesh.io opensource.zalando.com openstack.org opentelemetry.io opentofu.org opentracing.io openvswitch.org
  openwhisk.apache.org openyurt.io operatorframework.io optuna.org oracle.com oras.land orientdb.org ortelius.io ory.sh
  oscal-compass.dev ovn-kubernetes.io pachyderm.com packer.io paladincloud.io paralus.io parseable.io parsec.community
  percona.com permify.co perses.dev pinniped.dev pinot.apache.org pipecd.dev pipelab.org piraeus.io plural.sh
  podman-desktop.io podman.io pomerium.com portainer.io porter.sh postgresql.org prestodb.io project-hami.io
  projectcontour.io prometheus.io promptfoo.dev pulsar.apache.org pulumi.com puppet.com px.dev pyodide.org
  python.useinstructor.com pytorch.org qdrant.tech qu.ai quarkus.io quay.io quickwit.io rabbitmq.com radapp.io
  radarhq.io rancher.com ratify.dev razee.io redhat.com redis.io redpanda.com rethinkdb.com rocketmq.apache.org rook.io
  rudder.io runatlantis.io rundeck.com runme.dev rust-lang.org saltproject.io scalar-labs.com scale.sh schemahero.io
  scitix.ai score.dev screwdriver.cd scylladb.com seata.apache.org seatunnel.apache.org securecodebox.io sel4.systems
  seldon.io selenium.dev sensu.io sentinelguard.io sentry.io sermant.io serverless-devs.com serverless.com
  serverlessworkflow.io servicecomb.apache.org serviceradar.cloud sglang.io shardingsphere.apache.org shifu.dev
  shipwright.io siddhi.io siderolabs.com siglens.com signserver.org sigstore.dev skaffold.dev skooner.io
  skywalking.apache.org slimtoolkit.org slurm.schedmd.com smi-spec.io smp-spec.io sodafoundation.io sofastack.tech
  solo.io sonatype.com sonobuoy.io sorintoss.io spark.apache.org spegel.dev spiffe.io spinframework.dev spinkube.dev
  spinnaker.io spring.io squash.solo.io sst.dev stackerbuild.io stacklok.com stackrox.io stackstorm.com starlingx.io
  starrocks.io stash.run storm.apache.org strandsagents.com streampipes.apache.org strimzi.io submariner.io supabase.com
  superedge.io superplane.com sustainable-computing.io sylabs.io syn.tools sysdig.com tanka.dev tarantool.io
  tarook.cloud tdengine.com tekton.dev telepresence.io temporal.io tenable.com tengine.taobao.org tensorflow.org
  terraform.io terramate.io tesseral.com testkube.io thanos.io theforeman.org thrift.apache.org tigera.io tikv.org
  tilt.dev timescale.com tinkerbell.org tinygo.org tlr.dev tokenetes.io topaz.sh tracetest.io traefik.io travis-ci.com
  tremor.rs trickstercache.org trino.io triton-lang.org tritondatacenter.com trivy.dev trulens.org tsuru.io
  tvm.apache.org tyk.io typhoon.psdn.io ubuntu.com unikraft.org unsloth.ai unstructured.io updatecli.io urunc.io
  userver.tech v6d.io v8.dev vald.vdaas.org valkey.io varmor.org vaultproject.io vcluster.com vector.dev
  veinmind.chaitin.com velero.io victoriametrics.com virtual-kubelet.io vitess.io volcano.sh wandb.ai warg.io wasix.org
  wasmcloud.com wasmedge.org wasmer.io wasmlabs.dev wasmtime.dev wazero.io weaviate.io webiny.com werf.io windriver.com
  woodpecker-ci.org workers.wasmlabs.dev wso2.com xline.cloud xregistry.io xtdb.com ydb.tech yomo.run yugabyte.com
  yunikorn.apache.org zenko.io zeppelin.apache.org ziglang.org zipkin.io zitadel.com zookeeper.apache.org
  zotregistry.dev zuul-ci.org`;
