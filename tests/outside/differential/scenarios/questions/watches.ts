import type { Case, Step } from '../../../../conformance/case.ts'
import {
  CORE,
  get,
  groupPath,
  join,
  patch,
  post,
  put,
  remove,
  scenario,
  watched,
  watching as watchingFor,
} from '../steps.ts'

/** Many watches run at once, so each one starts early and lasts until the last write. */
const watching = (path: string, headers: Record<string, string> = {}): Step =>
  watchingFor(path, headers, { lead: 10, watch: { ms: 6000 } })

const MAPS = `${CORE}/configmaps`
const PODS = `${CORE}/pods`
const map = (name: string, more: object = {}): object => ({ metadata: { name, ...more } })

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io'
const PARTIAL = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io'
const FORMS: readonly string[] = ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf', TABLE, PARTIAL, 'application/json;as=PartialObjectMetadata;v=v1beta1;g=meta.k8s.io', 'application/json;stream=watch', 'application/vnd.kubernetes.protobuf;stream=watch', 'application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;v=v1;g=meta.k8s.io', 'text/html', 'application/yaml,application/json', 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io', 'application/json;as=Table;v=v1beta1;g=meta.k8s.io', '*/*', ''] // prettier-ignore

/** Writes that a watch with a name, a label or a field begins or ceases to show. */
const WRITES: readonly Step[] = [
  post(MAPS, map('a', { labels: { l: '1' } })),
  post(MAPS, map('b', { labels: { l: '2' } })),
  patch(`${MAPS}/a`, { metadata: { labels: { l: '2' } } }),
  patch(`${MAPS}/b`, { metadata: { labels: { l: '1' } } }),
  patch(`${MAPS}/a`, { metadata: { labels: null, annotations: { x: 'y' } } }),
  put(`${MAPS}/b`, map('b', { labels: { l: '1' }, finalizers: ['a.b/c'] })),
  remove(`${MAPS}/b`),
  patch(`${MAPS}/b`, { metadata: { finalizers: null } }),
  remove(`${MAPS}/a`),
]

const SELECTIONS: readonly string[] = [
  'fieldSelector=metadata.name=a', 'fieldSelector=metadata.name!=a', 'labelSelector=l=1', 'labelSelector=!l', 'labelSelector=l%20in%20(1,2)', 'labelSelector=l=1&fieldSelector=metadata.name=b', 'fieldSelector=metadata.namespace=${ns}', 'fieldSelector=metadata.namespace=other', 'labelSelector=l%3E1', 'limit=1', 'allowWatchBookmarks=true', 'pretty=true',
] // prettier-ignore

const sinceFirst = (base: string, more: string): Step => watching(`${base}?watch=1&resourceVersion=\${rv}&${more}`)

function selectionScenarios(): Case[] {
  const first = get(MAPS, { save: { rv: 'metadata.resourceVersion' } })
  return [
    scenario('watch', 'selections', [first, ...SELECTIONS.map((more) => sinceFirst(MAPS, more)), ...WRITES, join]),
    scenario('watch', 'selections-named', [
      first,
      ...SELECTIONS.flatMap((more) => [
        watching(`/api/v1/watch/namespaces/\${ns}/configmaps?resourceVersion=\${rv}&${more}`),
        watching(`/api/v1/watch/namespaces/\${ns}/configmaps/b?resourceVersion=\${rv}&${more}`),
      ]),
      ...WRITES,
      join,
    ]),
    scenario('watch', 'forms-live', [
      first,
      ...FORMS.flatMap((accept) => [
        watching(`${MAPS}?watch=1&resourceVersion=\${rv}`, { Accept: accept }),
        watching(`${MAPS}?watch=1&resourceVersion=\${rv}&fieldSelector=metadata.name=a&includeObject=Object`, { Accept: accept }),
        watching(`/api/v1/configmaps?watch=1&resourceVersion=\${rv}&labelSelector=l=1`, { Accept: accept }),
      ]),
      ...WRITES,
      join,
    ]), // prettier-ignore
  ]
}

const REFUSED: readonly string[] = [
  'resourceVersion=x', 'resourceVersion=-1', 'resourceVersion=99999999', 'resourceVersion=1', 'resourceVersion=1&resourceVersionMatch=Exact', 'resourceVersionMatch=NotOlderThan', 'resourceVersionMatch=x&resourceVersion=1', 'fieldSelector=a', 'fieldSelector=data.x=y', 'labelSelector=!!', 'labelSelector=a%20b', 'timeoutSeconds=x', 'timeoutSeconds=1&resourceVersion=x', 'sendInitialEvents=true', 'sendInitialEvents=false', 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan', 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true', 'sendInitialEvents=false&resourceVersionMatch=NotOlderThan', 'sendInitialEvents=true&resourceVersionMatch=Exact&resourceVersion=1', 'sendInitialEvents=x', 'allowWatchBookmarks=x', 'continue=abc', 'continue=abc&resourceVersion=1', 'limit=x', 'dryRun=All', 'fieldSelector=metadata.name=a&fieldSelector=metadata.name=b', 'timeout=x', 'pretty=x', 'includeObject=None', 'includeObject=x', 'includeObject=Metadata',
] // prettier-ignore

const refusedScenario = (): Case[] =>
  ['configmaps', 'pods', 'events', 'services'].map((resource) =>
    scenario('watch', `refused-${resource}`, [
      post(MAPS, map('a')),
      ...REFUSED.flatMap((more) =>
        ['application/json', 'application/yaml', TABLE, PARTIAL, 'application/vnd.kubernetes.protobuf'].map((accept) =>
          watched(`${CORE}/${resource}?watch=1&${more}`, { Accept: accept }, { watch: { ms: 120 } }),
        ),
      ),
    ]),
  )

/** Watches of other callers, and of things that cannot be watched. */
const ELSEWHERE: readonly string[] = [
  `${PODS}/none?watch=1`, `${PODS}?watch=1&fieldSelector=spec.nodeName=n1`, `${PODS}?watch=1&fieldSelector=status.phase=Running`, `${PODS}?watch=1&fieldSelector=spec.nodeName!=,status.phase!=Failed`, `${CORE}/secrets?watch=1&fieldSelector=type=Opaque`, `${CORE}/events?watch=1&fieldSelector=involvedObject.name=x`, '/api/v1/namespaces?watch=1&fieldSelector=status.phase=Terminating', '/api/v1/nodes?watch=1&fieldSelector=spec.unschedulable=true', '/apis/none.io/v1/x?watch=1', `${CORE}/none?watch=1`, '/api/v1/namespaces/${ns}?watch=1', '/api/v1/componentstatuses?watch=1', `${PODS}/none/status?watch=1`, `${PODS}/none/log?watch=1`, `${groupPath('apps', 'v1')}/deployments/none/scale?watch=1`, '/api/v1/watch', '/api/v1/watch/none', '/api/v1/watch/pods', '/api/v1/watch/namespaces', '/api/v1/watch/namespaces/${ns}', '/api/v1/watch/namespaces/${ns}/pods/none', '/api/v1/watch/namespaces/${ns}/none', '/apis/apps/v1/watch/deployments', '/apis/apps/v1/watch/namespaces/${ns}/deployments/x', '/apis/apps/v1/watch/nodes', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews?watch=1', '/version?watch=1', '/healthz?watch=1',
] // prettier-ignore

const CALLERS: readonly Partial<Step>[] = [
  {},
  { as: 'bob' },
  { as: null },
  { headers: { 'Impersonate-User': 'eve' } },
  { headers: { 'Impersonate-User': 'eve', 'Impersonate-Group': 'system:masters' } },
  { as: 'bob', headers: { 'Impersonate-User': 'eve' } },
  { headers: { 'Impersonate-Group': 'g' } },
  { headers: { 'Impersonate-User': 'system:serviceaccount:${ns}:default' } },
  { headers: { 'Impersonate-User': 'eve', 'Impersonate-Extra-a': 'b', 'Impersonate-Uid': 'u' } },
  { headers: { 'Impersonate-User': 'eve', 'Impersonate-Uid': 'u', Accept: 'application/yaml' } },
]

const callerScenario = (): Case =>
  scenario('watch', 'callers', ELSEWHERE.flatMap((path) => CALLERS.map((caller) => ({ path, watch: { ms: 120 }, ...caller })))) // prettier-ignore

const pod = (name: string, more: object = {}): object => ({ metadata: { name }, spec: { containers: [{ name: 'c', image: 'i' }], ...more } }) // prettier-ignore

const podScenario = (): Case => {
  const FIELDS = ['spec.nodeName=n1', 'spec.nodeName=', 'spec.nodeName!=n1', 'status.phase=Pending', 'status.phase!=Pending', 'status.podIP=1.2.3.4', 'status.podIPs=1.2.3.4', 'spec.restartPolicy=Always', 'spec.schedulerName=x', 'spec.serviceAccountName=default', 'spec.hostNetwork=true', 'status.nominatedNodeName=n2', 'status.phase=Running,spec.nodeName=n1'] // prettier-ignore
  const writes = [
    post(PODS, pod('p')),
    post(PODS, pod('q', { nodeName: 'n1', schedulerName: 'x' })),
    post(`${PODS}/p/binding`, { target: { kind: 'Node', name: 'n1' } }),
    patch(`${PODS}/p/status`, { status: { phase: 'Running', podIP: '1.2.3.4', podIPs: [{ ip: '1.2.3.4' }] } }),
    patch(`${PODS}/q/status`, { status: { nominatedNodeName: 'n2', phase: 'Failed' } }),
    patch(`${PODS}/p/status`, { status: { phase: 'Succeeded', podIP: null, podIPs: null } }),
    remove(`${PODS}/p?gracePeriodSeconds=0`),
    remove(`${PODS}/q?gracePeriodSeconds=5`),
    remove(`${PODS}/q?gracePeriodSeconds=0`),
  ]
  return scenario('watch', 'pod-fields', [
    get(PODS, { save: { rv: 'metadata.resourceVersion' } }),
    ...FIELDS.flatMap((field) => [
      sinceFirst(PODS, `fieldSelector=${field}`),
      watching(`${PODS}?watch=1&resourceVersion=\${rv}&fieldSelector=${field}`, { Accept: PARTIAL }),
      watching(`${PODS}?watch=1&resourceVersion=\${rv}&fieldSelector=${field}`, { Accept: TABLE }),
    ]),
    ...writes,
    join,
    ...FIELDS.map((field) => watched(`${PODS}?watch=1&resourceVersion=\${rv}&fieldSelector=${field}`)),
  ])
}

/** Initial events of a stream with changes before and after its start; `all` turns the feature on. */
export const initialEventScenarios = (): Case[] => [
  scenario('watchlist', 'changes', [
    post(MAPS, map('a', { labels: { l: '1' } })),
    post(MAPS, map('b')),
    remove(`${MAPS}/b`),
    get(MAPS, { save: { rv: 'metadata.resourceVersion' } }),
    ...['', '&labelSelector=l=1', '&fieldSelector=metadata.name=c', '&timeoutSeconds=1', '&labelSelector=none'].flatMap(
      (more) =>
        ['', '0', '${rv}'].flatMap((version) =>
          ['true', 'false'].flatMap((initial) =>
            ['application/json', TABLE, PARTIAL, 'application/yaml'].map((accept) =>
              watching(
                `${MAPS}?watch=1&sendInitialEvents=${initial}&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&resourceVersion=${version}${more}`,
                { Accept: accept },
              ),
            ),
          ),
        ),
    ),
    post(MAPS, map('c', { labels: { l: '1' } })),
    patch(`${MAPS}/a`, { metadata: { labels: null } }),
    remove(`${MAPS}/c`),
    join,
  ]),
]

const LISTED: readonly string[] = ['pods', 'services', 'secrets', 'events', 'replicationcontrollers', 'configmaps', 'serviceaccounts', 'persistentvolumeclaims', 'endpoints', 'limitranges', 'resourcequotas', 'podtemplates'].map((name) => `${CORE}/${name}`) // prettier-ignore
const GROUPED: readonly string[] = [
  ...['deployments', 'replicasets', 'statefulsets', 'daemonsets', 'controllerrevisions'].map((name) => `${groupPath('apps', 'v1')}/${name}`),
  ...['jobs', 'cronjobs'].map((name) => `${groupPath('batch', 'v1')}/${name}`),
  ...['ingresses', 'networkpolicies'].map((name) => `${groupPath('networking.k8s.io', 'v1')}/${name}`),
  ...['roles', 'rolebindings'].map((name) => `${groupPath('rbac.authorization.k8s.io', 'v1')}/${name}`),
  ...['nodes', 'namespaces', 'persistentvolumes'].map((name) => `/api/v1/${name}`),
  ...['storageclasses', 'csidrivers', 'csinodes', 'volumeattachments'].map((name) => `/apis/storage.k8s.io/v1/${name}`),
  '/apis/certificates.k8s.io/v1/certificatesigningrequests', '/apis/apiregistration.k8s.io/v1/apiservices', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', '/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas', '/apis/node.k8s.io/v1/runtimeclasses', '/apis/scheduling.k8s.io/v1/priorityclasses', '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies', `${groupPath('autoscaling', 'v1')}/horizontalpodautoscalers`, `${groupPath('policy', 'v1')}/poddisruptionbudgets`, `${groupPath('coordination.k8s.io', 'v1')}/leases`, `${groupPath('events.k8s.io', 'v1')}/events`, `${groupPath('discovery.k8s.io', 'v1')}/endpointslices`,
] // prettier-ignore
const FIELDS: readonly string[] = ['metadata.name=x', 'metadata.namespace=x', 'metadata.labels=x', 'spec.nodeName=x', 'status.phase=x', 'type=x', 'spec.unschedulable=maybe', 'spec.signerName=x', 'status.successful=x', 'status.replicas=x', 'status.replicas=1', 'reason=x', 'involvedObject.uid=x', 'regarding.kind=x', 'source=x', 'reportingController=x', 'reportingComponent=x', 'spec.clusterIP=x', 'spec.type=x', 'spec.containers=x', 'kind=x', 'name=x', '.x=y', 'metadata.name.x=y', 'spec.attacher=x', 'metadata.ownerReferences.name=x'] // prettier-ignore

const selectorScenarios = (): Case[] =>
  [LISTED, GROUPED.slice(0, 14), GROUPED.slice(14)].map(
    (paths, at) =>
    scenario('list', `fields-${at}`, paths.flatMap((path) =>
      FIELDS.flatMap((field) => [
        get(`${path}?fieldSelector=${field}`),
        remove(`${path}?dryRun=All&fieldSelector=${field.replace('=', '!=')},metadata.name=x`),
      ]))), // prettier-ignore
  )

/** Selections, forms and refusals of watches and lists. */
export const watchQuestions = (): Case[] => [
  ...selectionScenarios(),
  ...refusedScenario(),
  callerScenario(),
  podScenario(),
  ...selectorScenarios(),
]
