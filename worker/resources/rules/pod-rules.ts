import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import { dnsLabel, dnsSubdomain } from '../../api/names.ts'
import type { Identity } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import {
  all,
  at,
  atShown,
  between,
  check,
  checkObject,
  checkWith,
  each,
  named,
  never,
  oneOf,
  required,
  scoped,
  where,
} from '../notation/rule.ts'
import { listAt, numberAt, textAt } from '../path.ts'
import { affinity } from './affinity.ts'
import { annotations } from './annotation-keys.ts'
import { containers, ephemeralContainers, initContainers } from './container-rules.ts'
import { ipAddress } from './ip-addresses.ts'
import { labels } from './label-selector.ts'
import { hostProcess, operatingSystem } from './operating-systems.ts'
import { PodScope } from './pod-scope.ts'
import { profilesAgree } from './profile-agreement.ts'
import { podAnnotations } from './profile-annotations.ts'
import { overhead } from './resource-requirements.ts'
import { gates, tolerations, topologySpread } from './scheduling.ts'
import { podSecurity } from './security-contexts.ts'
import { volumes } from './volume-rules.ts'

const LARGEST = 2147483647

const nameOf: Identity = (claim) => textAt(claim, 'name')

const resourceClaims = each(
  'resourceClaims',
  checkObject((claim, place) => {
    const name = textAt(claim, 'name')
    if (name === '') place.required('', 'name')
    else if (place.firstIndex(claim, nameOf) < place.index) {
      place.duplicate(name, 'name')
    } else for (const fault of dnsLabel(name)) place.invalid(name, fault, 'name')
  }),
)

/** On the host network a container port is also the host port; a template may leave the host port to its pods. */
const hostPorts = checkWith('hostNetwork', (spec, place) => {
  if (spec['hostNetwork'] !== true) return
  listAt(spec, 'containers').forEach((container, i) => {
    const ports = isObject(container) ? listAt(container, 'ports').filter(isObject) : []
    ports.forEach((port, j) => {
      const ofHost = numberAt(port, 'hostPort')
      if (ofHost === numberAt(port, 'containerPort') || ofHost === 0) return
      const text = 'must match `containerPort` when `hostNetwork` is true'
      place.invalid(ofHost, text, 'containers', i, 'ports', j, 'hostPort')
    })
  })
})

const NAMESERVERS = 3
const SEARCHES = 32
const SEARCH_LENGTH = 2048

const nameServers = checkObject((spec, place) => {
  if (spec['dnsPolicy'] !== 'None') return true
  const config = spec['dnsConfig']
  if (!isObject(config)) {
    place.required('must provide `dnsConfig` when `dnsPolicy` is None', 'dnsConfig')
  } else if (listAt(config, 'nameservers').length === 0) {
    const text = 'must provide at least one DNS nameserver when `dnsPolicy` is None'
    place.required(text, 'dnsConfig', 'nameservers')
    return false
  }
  return true
})

const goList = (list: readonly unknown[]): string => `[]string{${list.map((item) => JSON.stringify(item)).join(', ')}}`

/** The error shows the domain without its final dot. */
const searchDomain = check((value, place) => {
  const name = String(value).replace(/\.$/, '')
  for (const fault of dnsSubdomain(name)) place.invalid(name, fault)
})

const dnsConfig: Rule = all(
  nameServers,
  at(
    'dnsConfig',
    checkObject((config, place) => {
      const servers = listAt(config, 'nameservers')
      if (servers.length > NAMESERVERS) {
        place.invalidShown(goList(servers), `must not have more than ${NAMESERVERS} nameservers`, 'nameservers')
      }
    }),
    each('nameservers', named(ipAddress)),
    checkObject((config, place) => {
      const searches = listAt(config, 'searches')
      if (searches.length > SEARCHES) {
        place.invalidShown(goList(searches), `must not have more than ${SEARCHES} search paths`, 'searches')
      }
      if (searches.join(' ').length > SEARCH_LENGTH) {
        const text = `must not have more than ${SEARCH_LENGTH} characters (including spaces) in the search list`
        place.invalidShown(goList(searches), text, 'searches')
      }
    }),
    each('searches', searchDomain),
    each(
      'options',
      checkObject((option, place) => {
        if (textAt(option, 'name') === '') place.required('must not be empty')
      }),
    ),
  ),
)

const hostAliases = each(
  'hostAliases',
  checkObject((alias, place) => {
    for (const fault of ipAddress(textAt(alias, 'ip'))) place.invalid(textAt(alias, 'ip'), fault, 'ip')
  }),
  each('hostnames', named(dnsSubdomain)),
)

/** The spec of a pod or of a template. */
export const podSpecRules: Rule = scoped(
  (spec: JsonObject) => new PodScope(spec),
  volumes,
  resourceClaims,
  containers,
  initContainers,
  ephemeralContainers,
  hostPorts,
  at('restartPolicy', required(), oneOf('Always', 'OnFailure', 'Never')),
  at('dnsPolicy', required(), oneOf('ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None')),
  at('nodeSelector', labels),
  podSecurity,
  affinity,
  dnsConfig,
  gates,
  topologySpread,
  hostProcess,
  at('serviceAccountName', named(dnsSubdomain)),
  at('nodeName', named(dnsSubdomain)),
  at('activeDeadlineSeconds', between(1, LARGEST)),
  at('hostname', named(dnsLabel)),
  at('subdomain', named(dnsLabel)),
  at('tolerations', tolerations),
  hostAliases,
  at('priorityClassName', named(dnsSubdomain)),
  at('runtimeClassName', named(dnsSubdomain)),
  where(
    (spec) => spec['preemptionPolicy'] !== undefined,
    at('preemptionPolicy', required(), oneOf('PreemptLowerPriority', 'Never')),
  ),
  overhead,
  operatingSystem,
)

/** The metadata of a pod template. */
export const templateMetadata: Rule = all(
  atShown('metadata.labels', 'labels', labels),
  atShown('metadata.annotations', 'annotations', annotations),
)

/** The template of a controller's pods. */
export const podTemplateRules: Rule = all(
  templateMetadata,
  podAnnotations('annotations'),
  at('spec', podSpecRules),
  profilesAgree,
  at('spec.ephemeralContainers', never('ephemeral containers not allowed in pod template')),
)
