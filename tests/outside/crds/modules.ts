import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { ApiObject } from '../../../worker/api/object.ts'
import { isObject } from '../../../worker/api/json.ts'
import { readYaml } from '../../../worker/codec/yaml-reader.ts'
import { splitDocuments } from '../../../src/cli/documents.ts'
import { moduleFolder } from '../go-modules.ts'

/** Modules with definitions of custom resources, and the files or folders of the definitions. */
const MODULES: Readonly<Record<string, readonly string[]>> = {
  'sigs.k8s.io/gateway-api@v1.1.0': ['config/crd/experimental'],
  'sigs.k8s.io/cluster-api@v1.7.9': [
    'config/crd/bases',
    'controlplane/kubeadm/config/crd/bases',
    'bootstrap/kubeadm/config/crd/bases',
    'cmd/clusterctl/config/crd/bases',
  ],
  'sigs.k8s.io/cluster-api-provider-aws/v2@v2.6.1': ['config/crd/bases'],
  'sigs.k8s.io/external-dns@v0.14.2': ['charts/external-dns/crds'],
  'sigs.k8s.io/jobset@v0.6.0': ['config/components/crd/bases'],
  'sigs.k8s.io/karpenter@v1.0.1': ['pkg/apis/crds'],
  'sigs.k8s.io/kueue@v0.17.0': ['config/components/crd/bases'],
  'github.com/argoproj/argo-cd/v2@v2.11.7': ['manifests/crds'],
  'github.com/argoproj/argo-events@v1.9.2': ['manifests/base/crds'],
  'github.com/argoproj/argo-rollouts@v1.7.2': ['manifests/crds'],
  'github.com/argoproj/argo-workflows/v3@v3.5.10': ['manifests/base/crds/full'],
  'github.com/cert-manager/cert-manager@v1.15.3': ['deploy/crds'],
  'github.com/cilium/cilium@v1.16.1': ['pkg/k8s/apis/cilium.io/client/crds'],
  'github.com/cloudnative-pg/cloudnative-pg@v1.24.0': ['config/crd/bases'],
  'github.com/crossplane/crossplane@v1.16.0': ['cluster/crds'],
  'github.com/elastic/cloud-on-k8s/v2@v2.14.0': ['config/crds/v1/bases'],
  'github.com/external-secrets/external-secrets@v0.10.0': ['config/crds/bases'],
  'github.com/fluxcd/source-controller@v1.3.0': ['config/crd/bases'],
  'github.com/kedacore/keda/v2@v2.15.1': ['config/crd/bases'],
  'github.com/kubernetes-csi/external-snapshotter/client/v8@v8.0.0': ['config/crd'],
  'github.com/kyverno/kyverno@v1.12.5': ['config/crds'],
  'github.com/longhorn/longhorn-manager@v1.7.0': ['k8s/crds.yaml'],
  'github.com/open-policy-agent/gatekeeper/v3@v3.16.3': ['config/crd/bases'],
  'github.com/projectcontour/contour@v1.30.0': ['examples/contour'],
  'github.com/prometheus-operator/prometheus-operator@v0.76.2': ['example/prometheus-operator-crd'],
  'github.com/ray-project/kuberay/ray-operator@v1.2.1': ['config/crd/bases'],
  'github.com/vmware-tanzu/velero@v1.14.1': ['config/crd'],
  'go.universe.tf/metallb@v0.14.8': ['config/crd/bases'],
  'istio.io/api@v1.22.4': ['kubernetes'],
  'knative.dev/eventing@v0.42.1': ['config/core/resources', 'config/channels'],
  'knative.dev/serving@v0.42.2': ['config/core/300-resources'],
}

/** The definitions of a module. */
export interface PublishedModule {
  readonly module: string
  definitions(): Promise<readonly ApiObject[]>
}

/** The modules with these names, or all when none is named. @param names parts of modules' paths */
export const publishedModules = (names: readonly string[]): readonly PublishedModule[] =>
  Object.entries(MODULES)
    .filter(([module]) => names.length === 0 || names.some((name) => module.includes(name)))
    .map(([module, places]) => ({ module, definitions: () => readModule(module, places) }))

async function readModule(module: string, places: readonly string[]): Promise<readonly ApiObject[]> {
  const folder = await moduleFolder(module)
  const found: ApiObject[] = []
  for (const place of places) for (const file of files(path.join(folder, place))) found.push(...(await readFile(file)))
  return found
}

/** The file, or the files below a folder. */
function files(place: string): readonly string[] {
  if (statSync(place).isFile()) return [place]
  return readdirSync(place, { recursive: true })
    .map((name) => path.join(place, String(name)))
    .filter((name) => /\.ya?ml$/.test(name) && statSync(name).isFile())
    .sort()
}

/** Whether a document is a definition; some files hold an empty one. */
const isDefinition = (value: unknown): value is ApiObject =>
  isObject(value) && value.kind === 'CustomResourceDefinition' && isObject(value.metadata) && 'name' in value.metadata

/** The definition without labels that a chart fills in. */
function withoutTemplates(definition: ApiObject): ApiObject {
  const { labels = {}, ...metadata } = definition.metadata ?? {}
  const fixed = Object.entries(labels).filter(([, value]) => !value.includes('{{'))
  return { ...definition, metadata: { ...metadata, labels: Object.fromEntries(fixed) } }
}

async function readFile(file: string): Promise<readonly ApiObject[]> {
  const found: ApiObject[] = []
  for (const text of splitDocuments(readFileSync(file, 'utf8'))) {
    const { value } = await readYaml(text)
    if (isDefinition(value)) found.push(withoutTemplates(value))
  }
  return found
}
