import { dialects } from '../../worker/dialect/dialect.ts'
import type { DialectName } from '../../worker/dialect/dialect.ts'
import type { Discovery, ResourceType } from '../client/discovery.ts'
import { typeKey } from '../client/discovery.ts'

/** A heading of the explorer's tree. */
export interface ResourceSection {
  readonly title: string
  readonly types: readonly ResourceType[]
}

/** Types that belong together, the most used first. Names are templates of the dialect. */
const SECTIONS: readonly (readonly [title: string, ...types: string[]])[] = [
  [
    'Workloads',
    'pods',
    'deployments.apps',
    'replicasets.apps',
    'statefulsets.apps',
    'daemonsets.apps',
    'jobs.batch',
    'cronjobs.batch',
    'replicationcontrollers',
    'podtemplates',
    'horizontalpodautoscalers.autoscaling',
    'poddisruptionbudgets.policy',
    'controllerrevisions.apps',
  ],
  [
    'Network',
    'services',
    'ingresses.networking.{domain}',
    'networkpolicies.networking.{domain}',
    'endpoints',
    'endpointslices.discovery.{domain}',
    'ingressclasses.networking.{domain}',
  ],
  ['Configuration', 'configmaps', 'secrets', 'resourcequotas', 'limitranges', 'leases.coordination.{domain}'],
  [
    'Storage',
    'persistentvolumeclaims',
    'persistentvolumes',
    'storageclasses.storage.{domain}',
    'volumeattachments.storage.{domain}',
    'csidrivers.storage.{domain}',
    'csinodes.storage.{domain}',
    'csistoragecapacities.storage.{domain}',
  ],
  [
    'Access',
    'serviceaccounts',
    'roles.rbac.authorization.{domain}',
    'rolebindings.rbac.authorization.{domain}',
    'clusterroles.rbac.authorization.{domain}',
    'clusterrolebindings.rbac.authorization.{domain}',
    'certificatesigningrequests.certificates.{domain}',
  ],
  [
    'Admission',
    'validatingadmissionpolicies.admissionregistration.{domain}',
    'validatingadmissionpolicybindings.admissionregistration.{domain}',
    'validatingwebhookconfigurations.admissionregistration.{domain}',
    'mutatingwebhookconfigurations.admissionregistration.{domain}',
  ],
  [
    'Cluster',
    'namespaces',
    'nodes',
    'events',
    'priorityclasses.scheduling.{domain}',
    'runtimeclasses.node.{domain}',
    'customresourcedefinitions.apiextensions.{domain}',
    'apiservices.apiregistration.{domain}',
    'flowschemas.flowcontrol.{apiserver}{domain}',
    'prioritylevelconfigurations.flowcontrol.{apiserver}{domain}',
  ],
]

/** Types that a section above already contains under another group. */
const DOUBLES: readonly string[] = ['events.events.{domain}']

const isListable = (type: ResourceType): boolean => type.verbs.includes('list')

/** The heading of custom resources, which comes first because the user defined them. */
export const CUSTOM = 'Custom resources'

/**
 * The headings of the tree: custom resources, the sections above, then all other types by API group.
 * @param custom the keys of the types of custom resources
 */
export function resourceSections(
  discovery: Discovery,
  dialect: DialectName,
  custom: ReadonlySet<string> = new Set(),
): ResourceSection[] {
  const { spell } = dialects[dialect]
  const doubles = DOUBLES.map(spell)
  const listed = discovery.types.filter((type) => isListable(type) && !doubles.includes(typeKey(type)))
  const left = new Map(listed.map((type) => [typeKey(type), type]))
  const sections: ResourceSection[] = []
  const defined = listed.filter((type) => custom.has(typeKey(type)) && left.delete(typeKey(type)))
  if (defined.length > 0) sections.push({ title: CUSTOM, types: defined })
  for (const [title, ...templates] of SECTIONS) {
    const types: ResourceType[] = []
    for (const template of templates) {
      const key = spell(template)
      const type = left.get(key)
      if (type !== undefined && left.delete(key)) types.push(type)
    }
    if (types.length > 0) sections.push({ title, types })
  }
  const groups = new Map<string, ResourceType[]>()
  for (const type of left.values()) {
    const title = type.group === '' ? 'Other' : type.group
    const types = groups.get(title)
    if (types === undefined) groups.set(title, [type])
    else types.push(type)
  }
  const rest = [...groups].map(([title, types]) => ({ title, types }))
  return [...sections, ...rest.sort((a, b) => a.title.localeCompare(b.title))]
}

/** The first types of a section are the most used ones. This many of them are drawn even when they are empty. */
const DRAWN_EMPTY = 2
/** A cluster creates its first leases while it starts. They are always drawn, so no line appears then. */
const DRAWN_ALWAYS: readonly string[] = ['leases']

/** Splits the types of a section into those that are drawn and the empty ones, which are folded. */
export function foldEmpty(
  { title, types }: ResourceSection,
  isEmpty: (type: ResourceType) => boolean,
): { readonly drawn: readonly ResourceType[]; readonly folded: readonly ResourceType[] } {
  if (title === CUSTOM) return { drawn: types, folded: [] }
  const folded = types.filter(
    (type, index) => index >= DRAWN_EMPTY && !DRAWN_ALWAYS.includes(type.resource) && isEmpty(type),
  )
  // A single line would save no space when it is folded.
  if (folded.length < 2) return { drawn: types, folded: [] }
  return { drawn: types.filter((type) => !folded.includes(type)), folded }
}

/** The sections with only the types that have `filter` in a name, a short name or the group. */
export function filterSections(sections: readonly ResourceSection[], filter: string): readonly ResourceSection[] {
  const needle = filter.trim().toLowerCase()
  if (needle === '') return sections
  const holds = (type: ResourceType): boolean =>
    [typeKey(type), type.kind.toLowerCase(), ...type.shortNames].some((name) => name.includes(needle))
  return sections
    .map(({ title, types }) => ({ title, types: types.filter(holds) }))
    .filter((section) => section.types.length > 0)
}
