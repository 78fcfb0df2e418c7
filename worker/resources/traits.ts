import type { NameRule } from '../api/names.ts'
import { dns1035Label, dnsLabel, dnsSubdomain, pathSegment } from '../api/names.ts'
import type { Behaviour, ReadTraits } from './behaviour.ts'
import { componentHealth } from './core/component-statuses.ts'

/**
 * Facts about kinds, one row for each kind: the differences from `defaultTraits`. Behaviour that needs code is in the
 * kind's own file. Names are storage names; the catalog spells the templates.
 */
export type Traits = ReadTraits &
  Pick<
    Behaviour,
    | 'nameRule'
    | 'rulesFirst'
    | 'generation'
    | 'strictGeneration'
    | 'createOnUpdate'
    | 'unconditionalUpdate'
    | 'defaultPropagation'
    | 'metadataChecks'
    | 'statusChecks'
    | 'checksBeforeStatus'
    | 'anyFinalizer'
    | 'ownsUnchanged'
    | 'statusOnCreate'
    | 'statusMetadata'
  >

export const defaultTraits: Traits = {
  nameRule: dnsSubdomain,
  rulesFirst: false,
  generation: [],
  createOnUpdate: false,
  unconditionalUpdate: true,
  uncached: false,
  deleteAnswersObject: false,
  defaultPropagation: 'Background',
  statusOnCreate: false,
  metadataChecks: ['change', 'whole'],
  ownsUnchanged: false,
  statusMetadata: 'all',
  statusTable: true,
}

/** Accepts every name, for a kind without a name rule. After the rules of the kind, names are still checked as path segments. */
const anyName: NameRule = () => []
const nameOf = (nameRule: NameRule): Partial<Traits> => ({ nameRule })
const generationOf = (...generation: string[]): Partial<Traits> => ({ generation })
const strictGeneration: Partial<Traits> = { strictGeneration: true }
const createdByPut: Partial<Traits> = { createOnUpdate: true }
const conditionalUpdate: Partial<Traits> = { unconditionalUpdate: false }
const answersObject: Partial<Traits> = { deleteAnswersObject: true }
const statusOnCreate: Partial<Traits> = { statusOnCreate: true }
const orphans: Partial<Traits> = { defaultPropagation: 'Orphan' }
const withoutPolicy: Partial<Traits> = { defaultPropagation: 'None' }
const checks = (...metadataChecks: Traits['metadataChecks']): Partial<Traits> => ({ metadataChecks })
const checksStatus = (...statusChecks: Traits['metadataChecks']): Partial<Traits> => ({ statusChecks })
const scaleMissingAs = (group: string, resource: string): Partial<Traits> => ({ missingScale: { group, resource } })
const withoutStatusTable: Partial<Traits> = { statusTable: false }
/** The number of replicas is optional in the API, but not in the real server's internal type. */
const replicas: Partial<Traits> = { zeroFields: { spec: { replicas: 0 } } }
const statusMetadataOf = (statusMetadata: Traits['statusMetadata']): Partial<Traits> => ({ statusMetadata })

const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation'

const rows: readonly (readonly [resource: string, ...traits: readonly Partial<Traits>[]])[] = [
  ['componentstatuses', { computed: componentHealth }],
  ['endpoints', createdByPut],
  ['events', nameOf(pathSegment), createdByPut, withoutPolicy, { uncached: true }],
  ['limitranges', createdByPut, checks('whole')],
  ['namespaces', nameOf(dnsLabel), checks('whole', 'change'), checksStatus('change')],
  ['nodes', statusOnCreate, checks('whole', 'change'), checksStatus('change')],
  ['persistentvolumeclaims', answersObject, checks('whole', 'change', 'whole'), checksStatus('change')],
  ['persistentvolumes', answersObject, checks('whole', 'whole'), checksStatus('change')],
  ['pods', answersObject, checksStatus('change')],
  ['podtemplates', answersObject, generationOf('template'), checks('change')],
  [
    'replicationcontrollers',
    replicas,
    generationOf('spec'),
    orphans,
    checks('whole', 'change'),
    checksStatus('change'),
    scaleMissingAs('autoscaling', 'replicationcontrollers/scale'),
  ],
  ['resourcequotas', answersObject, checks('change')],
  ['serviceaccounts', answersObject],
  ['services', nameOf(dns1035Label), createdByPut, answersObject, checksStatus('change')],
  [
    'admissionregistration.{domain}/mutatingwebhookconfigurations',
    conditionalUpdate,
    generationOf('webhooks'),
    strictGeneration,
    checks('generic whole'),
  ],
  [
    'admissionregistration.{domain}/validatingadmissionpolicies',
    conditionalUpdate,
    generationOf('spec'),
    statusMetadataOf('reset'),
    checks('generic whole'),
  ],
  [
    'admissionregistration.{domain}/validatingadmissionpolicybindings',
    conditionalUpdate,
    generationOf('spec'),
    checks('generic whole'),
  ],
  [
    'admissionregistration.{domain}/validatingwebhookconfigurations',
    conditionalUpdate,
    generationOf('webhooks'),
    strictGeneration,
    checks('generic whole'),
  ],
  [
    'apiextensions.{domain}/customresourcedefinitions',
    conditionalUpdate,
    generationOf('spec'),
    statusMetadataOf('unowned'),
    withoutStatusTable,
  ],
  [
    'apiregistration.{domain}/apiservices',
    conditionalUpdate,
    nameOf(pathSegment),
    statusMetadataOf('none'),
    withoutStatusTable,
    checks('generic whole', 'generic change'),
  ],
  [
    'apps/daemonsets',
    checks('whole', 'change'),
    checksStatus('change'),
    { zeroFields: { metadata: { annotations: { [TEMPLATE_GENERATION]: '0' } } } },
    { fieldAnnotations: [TEMPLATE_GENERATION] },
    generationOf('spec'),
  ],
  [
    'apps/deployments',
    replicas,
    generationOf('spec', 'metadata.annotations'),
    statusMetadataOf('all but labels'),
    checks('change'),
    scaleMissingAs('apps', 'deployments/scale'),
  ],
  [
    'apps/replicasets',
    replicas,
    generationOf('spec'),
    checks('whole', 'change'),
    checksStatus('change'),
    scaleMissingAs('apps', 'replicasets/scale'),
  ],
  ['apps/statefulsets', replicas, generationOf('spec'), nameOf(dnsLabel), checks('change'), { checksBeforeStatus: 0 }],
  ['autoscaling/horizontalpodautoscalers', checks('change')],
  ['batch/cronjobs', generationOf('spec'), checks('change'), checksStatus()],
  ['batch/jobs', generationOf('spec'), orphans, checks('whole', 'change'), checksStatus('change')],
  [
    'certificates.{domain}/certificatesigningrequests',
    nameOf(anyName),
    checks('whole', 'change'),
    { checksBeforeStatus: 1 },
  ],
  ['certificates.{domain}/clustertrustbundles', conditionalUpdate, nameOf(pathSegment), checks('whole', 'change')],
  ['coordination.{domain}/leases', createdByPut, conditionalUpdate, checks('generic change')],
  [
    'discovery.{domain}/endpointslices',
    generationOf('metadata.labels', 'addressType', 'endpoints', 'ports'),
    checks('whole'),
  ],
  ['flowcontrol.{apiserver}{domain}/flowschemas', generationOf('spec'), statusMetadataOf('stored'), checks('whole')],
  [
    'flowcontrol.{apiserver}{domain}/prioritylevelconfigurations',
    generationOf('spec'),
    statusMetadataOf('stored'),
    checks('whole'),
  ],
  [
    'internal.apiserver.{domain}/storageversions',
    conditionalUpdate,
    statusMetadataOf('reset'),
    checks(),
    { anyFinalizer: false },
  ],
  ['networking.{domain}/ingressclasses', generationOf('spec')],
  ['networking.{domain}/ingresses', generationOf('spec'), checksStatus('change')],
  ['networking.{domain}/ipaddresses', checks('whole', 'change')],
  ['networking.{domain}/networkpolicies', generationOf('spec'), strictGeneration, checks('whole', 'change')],
  ['networking.{domain}/servicecidrs', { ownsUnchanged: true }, checks('whole', 'change'), checksStatus('change')],
  ['node.{domain}/runtimeclasses', createdByPut, conditionalUpdate, checks('generic whole', 'generic change')],
  [
    'policy/poddisruptionbudgets',
    nameOf(pathSegment),
    conditionalUpdate,
    generationOf('spec'),
    checks(),
    { rulesFirst: true },
  ],
  [
    'rbac.authorization.{domain}/clusterrolebindings',
    nameOf(pathSegment),
    createdByPut,
    checks('whole', 'whole', 'change'),
  ],
  ['rbac.authorization.{domain}/clusterroles', nameOf(pathSegment), createdByPut, checks('whole', 'whole', 'change')],
  ['rbac.authorization.{domain}/rolebindings', nameOf(pathSegment), createdByPut, checks('whole', 'whole', 'change')],
  ['rbac.authorization.{domain}/roles', nameOf(pathSegment), createdByPut, checks('whole', 'whole', 'change')],
  [
    'resource.{domain}/podschedulingcontexts',
    answersObject,
    withoutStatusTable,
    checks('whole', 'change', 'whole'),
    checksStatus('change'),
  ],
  ['resource.{domain}/resourceclaimparameters', answersObject],
  [
    'resource.{domain}/resourceclaims',
    answersObject,
    withoutStatusTable,
    checks('whole', 'change', 'whole'),
    checksStatus('change'),
  ],
  ['resource.{domain}/resourceclaimtemplates', answersObject, checks('whole', 'change', 'whole')],
  ['resource.{domain}/resourceclasses', answersObject, checks('whole', 'change', 'whole')],
  ['resource.{domain}/resourceclassparameters', answersObject],
  ['resource.{domain}/resourceslices', answersObject],
  ['scheduling.{domain}/priorityclasses', generationOf('value'), checks('change')],
  ['storage.{domain}/csidrivers', conditionalUpdate, answersObject, checks('change')],
  ['storage.{domain}/csinodes', conditionalUpdate, answersObject, checks('whole', 'whole')],
  ['storage.{domain}/csistoragecapacities', conditionalUpdate, checks('whole', 'change')],
  ['storage.{domain}/storageclasses', answersObject, checks('whole', 'change')],
  [
    'storage.{domain}/volumeattachments',
    conditionalUpdate,
    answersObject,
    statusMetadataOf('reset'),
    checks('whole', 'whole'),
  ],
  ['storage.{domain}/volumeattributesclasses', answersObject, checks('whole', 'change', 'whole')],
]

export const traits: ReadonlyMap<string, Partial<Traits>> = new Map(
  rows.map(([resource, ...parts]) => [resource, Object.assign({}, ...parts) as Partial<Traits>]),
)
