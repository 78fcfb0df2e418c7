import type { NameRule } from '../api/names.ts'
import { dns1035Label, dnsLabel, dnsSubdomain, pathSegment } from '../api/names.ts'
import type { Behaviour } from './behaviour.ts'

/**
 * Facts about kinds, a row each: the differences from `defaultTraits`. Behaviour that needs code is in the kind's own
 * file. Names are storage names; the catalog spells the templates.
 */
type Traits = Pick<
  Behaviour,
  | 'nameRule'
  | 'generation'
  | 'createOnUpdate'
  | 'unconditionalUpdate'
  | 'uncached'
  | 'deleteAnswersObject'
  | 'defaultPropagation'
  | 'metadataChecks'
  | 'ownsUnchanged'
  | 'statusOnCreate'
  | 'statusMetadata'
  | 'statusTable'
  | 'missingScale'
>

export const defaultTraits: Traits = {
  nameRule: dnsSubdomain,
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

const nameOf = (nameRule: NameRule): Partial<Traits> => ({ nameRule })
const counts = (...generation: string[]): Partial<Traits> => ({ generation })
const createdByPut: Partial<Traits> = { createOnUpdate: true }
const versioned: Partial<Traits> = { unconditionalUpdate: false }
const answersObject: Partial<Traits> = { deleteAnswersObject: true }
const statusOnCreate: Partial<Traits> = { statusOnCreate: true }
const orphans: Partial<Traits> = { defaultPropagation: 'Orphan' }
const withoutPolicy: Partial<Traits> = { defaultPropagation: 'None' }
const asks = (...metadataChecks: Traits['metadataChecks']): Partial<Traits> => ({ metadataChecks })
const scaleMissingAs = (group: string, resource: string): Partial<Traits> => ({ missingScale: { group, resource } })
const withoutStatusTable: Partial<Traits> = { statusTable: false }
const ownStatus = (statusMetadata: Traits['statusMetadata']): Partial<Traits> => ({ statusMetadata })

const rows: readonly (readonly [resource: string, ...traits: readonly Partial<Traits>[]])[] = [
  ['endpoints', createdByPut],
  ['events', nameOf(pathSegment), createdByPut, withoutPolicy, { uncached: true }],
  ['limitranges', createdByPut, asks('whole')],
  ['namespaces', nameOf(dnsLabel), asks('whole', 'change')],
  ['nodes', statusOnCreate, asks('whole', 'change')],
  ['persistentvolumeclaims', answersObject, asks('whole', 'change', 'whole')],
  ['persistentvolumes', answersObject, asks('whole', 'whole')],
  ['pods', answersObject],
  ['podtemplates', answersObject, counts('template'), asks('change')],
  ['replicationcontrollers', counts('spec'), orphans, scaleMissingAs('autoscaling', 'replicationcontrollers/scale')],
  ['resourcequotas', answersObject, asks('change')],
  ['serviceaccounts', answersObject],
  ['services', nameOf(dns1035Label), createdByPut, answersObject],
  ['admissionregistration.{domain}/mutatingwebhookconfigurations', versioned, counts('webhooks')],
  ['admissionregistration.{domain}/validatingadmissionpolicies', versioned, counts('spec'), ownStatus('none')],
  ['admissionregistration.{domain}/validatingadmissionpolicybindings', versioned, counts('spec')],
  ['admissionregistration.{domain}/validatingwebhookconfigurations', versioned, counts('webhooks')],
  ['apiextensions.{domain}/customresourcedefinitions', versioned, counts('spec'), ownStatus('none')],
  ['apiregistration.{domain}/apiservices', versioned, nameOf(pathSegment), ownStatus('none'), withoutStatusTable],
  ['apps/daemonsets', counts('spec')],
  [
    'apps/deployments',
    counts('spec', 'metadata.annotations'),
    ownStatus('all but labels'),
    asks('change'),
    scaleMissingAs('apps', 'deployments/scale'),
  ],
  ['apps/replicasets', counts('spec'), scaleMissingAs('apps', 'replicasets/scale')],
  ['apps/statefulsets', counts('spec'), nameOf(dnsLabel), asks('change')],
  ['autoscaling/horizontalpodautoscalers', asks('change')],
  ['batch/cronjobs', counts('spec'), asks('change')],
  ['batch/jobs', counts('spec'), orphans],
  ['certificates.{domain}/certificatesigningrequests', nameOf(pathSegment)],
  ['certificates.{domain}/clustertrustbundles', versioned, nameOf(pathSegment)],
  ['coordination.{domain}/leases', createdByPut, versioned, asks('change')],
  ['discovery.{domain}/endpointslices', counts('metadata.labels', 'addressType', 'endpoints', 'ports'), asks('whole')],
  ['flowcontrol.{apiserver}{domain}/flowschemas', counts('spec'), ownStatus('none')],
  ['flowcontrol.{apiserver}{domain}/prioritylevelconfigurations', counts('spec'), ownStatus('none')],
  ['internal.apiserver.{domain}/storageversions', versioned, ownStatus('none')],
  ['networking.{domain}/ingressclasses', counts('spec')],
  ['networking.{domain}/ingresses', counts('spec')],
  ['networking.{domain}/ipaddresses', asks('whole', 'change')],
  ['networking.{domain}/networkpolicies', counts('spec'), asks('change')],
  ['networking.{domain}/servicecidrs', { ownsUnchanged: true }, asks('whole', 'change')],
  ['node.{domain}/runtimeclasses', createdByPut, versioned, asks('whole', 'change')],
  ['policy/poddisruptionbudgets', nameOf(pathSegment), versioned, counts('spec'), asks()],
  ['rbac.authorization.{domain}/clusterrolebindings', nameOf(pathSegment), createdByPut],
  ['rbac.authorization.{domain}/clusterroles', nameOf(pathSegment), createdByPut],
  ['rbac.authorization.{domain}/rolebindings', nameOf(pathSegment), createdByPut],
  ['rbac.authorization.{domain}/roles', nameOf(pathSegment), createdByPut],
  ['resource.{domain}/podschedulingcontexts', answersObject, withoutStatusTable],
  ['resource.{domain}/resourceclaimparameters', answersObject],
  ['resource.{domain}/resourceclaims', answersObject, withoutStatusTable],
  ['resource.{domain}/resourceclaimtemplates', answersObject],
  ['resource.{domain}/resourceclasses', answersObject],
  ['resource.{domain}/resourceclassparameters', answersObject],
  ['resource.{domain}/resourceslices', answersObject],
  ['scheduling.{domain}/priorityclasses', counts('value'), asks('change')],
  ['storage.{domain}/csidrivers', versioned, answersObject, asks('change')],
  ['storage.{domain}/csinodes', versioned, answersObject, asks('whole', 'whole')],
  ['storage.{domain}/csistoragecapacities', versioned, asks('whole')],
  ['storage.{domain}/storageclasses', answersObject, asks('whole', 'change')],
  ['storage.{domain}/volumeattachments', versioned, answersObject, ownStatus('none'), asks('whole', 'whole')],
  ['storage.{domain}/volumeattributesclasses', answersObject, asks('whole', 'change')],
]

export const traits: ReadonlyMap<string, Partial<Traits>> = new Map(
  rows.map(([resource, ...parts]) => [resource, Object.assign({}, ...parts) as Partial<Traits>]),
)
