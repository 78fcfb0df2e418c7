import { quote } from '../../api/go-format.ts'
import type { JsonObject } from '../../api/json.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { containersOf, objectOf, objectsOf, textOf } from '../object-parts.ts'
import type { Check, PodForm, Violation } from './check.ts'
import {
  containersNamed,
  containersWhere,
  plural,
  quoted,
  securityContext,
  securityContextsWhere,
  sortedUnique,
} from './check.ts'
import { isAllowedSeccomp } from './seccomp.ts'

/** The checks of the level baseline: they prevent known privilege escalations. */
export const baselineChecks = (dialect: Dialect): readonly Check[] => [
  { id: 'appArmorProfile', level: 'baseline', versions: [{ since: 0, test: appArmor(dialect) }] },
  { id: 'capabilities_baseline', level: 'baseline', versions: [{ since: 0, test: capabilities }] },
  { id: 'hostNamespaces', level: 'baseline', versions: [{ since: 0, test: hostNamespaces }] },
  { id: 'hostPathVolumes', level: 'baseline', versions: [{ since: 0, test: hostPathVolumes }] },
  { id: 'hostPorts', level: 'baseline', versions: [{ since: 0, test: hostPorts }] },
  { id: 'privileged', level: 'baseline', versions: [{ since: 0, test: privileged }] },
  { id: 'procMount', level: 'baseline', versions: [{ since: 0, test: procMount }] },
  { id: 'seLinuxOptions', level: 'baseline', versions: [{ since: 0, test: seLinuxOptions }] },
  {
    id: 'seccompProfile_baseline',
    level: 'baseline',
    versions: [
      { since: 0, test: seccompAnnotations(dialect) },
      { since: 19, test: seccompProfiles },
    ],
  },
  {
    id: 'sysctls',
    level: 'baseline',
    versions: [
      { since: 0, test: sysctls(SAFE_SYSCTLS) },
      { since: 27, test: sysctls([...SAFE_SYSCTLS, ...SAFE_SINCE_27]) },
      { since: 29, test: sysctls([...SAFE_SYSCTLS, ...SAFE_SINCE_27, ...SAFE_SINCE_29]) },
    ],
  },
  { id: 'windowsHostProcess', level: 'baseline', versions: [{ since: 0, test: hostProcess }] },
]

const SAFE_SYSCTLS = [
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
  'net.ipv4.ip_unprivileged_port_start',
]
const SAFE_SINCE_27 = ['net.ipv4.ip_local_reserved_ports']
const SAFE_SINCE_29 = [
  'net.ipv4.tcp_keepalive_time',
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
]

const DEFAULT_CAPABILITIES: ReadonlySet<string> = new Set([
  'AUDIT_WRITE',
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'MKNOD',
  'NET_BIND_SERVICE',
  'SETFCAP',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYS_CHROOT',
])

const SELINUX_TYPES: ReadonlySet<string> = new Set(['', 'container_t', 'container_init_t', 'container_kvm_t'])

function appArmor(dialect: Dialect) {
  const prefix = dialect.spell('container.apparmor.security.beta.{labels}/')
  const isAllowed = (profile: string): boolean =>
    profile === '' || profile === 'runtime/default' || profile.startsWith('localhost/')
  return ({ metadata, spec }: PodForm): Violation | undefined => {
    const types = new Set<string>()
    const setters = securityContextsWhere(spec, (context) => {
      if (context['appArmorProfile'] === undefined) return false
      const type = textOf(objectOf(context, 'appArmorProfile'), 'type')
      if (type === 'RuntimeDefault' || type === 'Localhost') return false
      types.add(type)
      return true
    })
    const annotations = Object.entries(metadata.annotations ?? {})
      .filter(([key, profile]) => key.startsWith(prefix) && !isAllowed(profile))
      .map(([key, profile]) => `${key}=${quote(profile)}`)
      .sort()
    if (annotations.length > 0) setters.push(plural('annotation', annotations.length))
    if (setters.length === 0) return undefined
    const values = [...sortedUnique(types), ...annotations]
    return {
      reason: plural('forbidden AppArmor profile', values.length),
      detail: `${setters.join(' and ')} must not set AppArmor profile type to ${quoted(values)}`,
    }
  }
}

const added = (container: JsonObject): string[] => {
  const add = objectOf(securityContext(container), 'capabilities')['add']
  return Array.isArray(add) ? add.map(String) : []
}

function capabilities({ spec }: PodForm): Violation | undefined {
  const forbidden = new Set<string>()
  const containers = containersWhere(spec, (container) => {
    const names = added(container).filter((name) => !DEFAULT_CAPABILITIES.has(name))
    for (const name of names) forbidden.add(name)
    return names.length > 0
  })
  if (containers.length === 0) return undefined
  return {
    reason: 'non-default capabilities',
    detail: `${containersNamed(containers)} must not include ${quoted(sortedUnique(forbidden))} in securityContext.capabilities.add`,
  }
}

function hostNamespaces({ spec }: PodForm): Violation | undefined {
  const shared = ['hostNetwork', 'hostPID', 'hostIPC'].filter((field) => spec[field] === true)
  if (shared.length === 0) return undefined
  return { reason: 'host namespaces', detail: shared.map((field) => `${field}=true`).join(', ') }
}

function hostPathVolumes({ spec }: PodForm): Violation | undefined {
  const volumes = objectsOf(spec, 'volumes')
    .filter((volume) => volume['hostPath'] !== undefined)
    .map((volume) => textOf(volume, 'name'))
  if (volumes.length === 0) return undefined
  return { reason: 'hostPath volumes', detail: `${plural('volume', volumes.length)} ${quoted(volumes)}` }
}

function hostPorts({ spec }: PodForm): Violation | undefined {
  const ports = new Set<string>()
  const containers = containersWhere(spec, (container) => {
    const own = objectsOf(container, 'ports').flatMap(({ hostPort }) => (hostPort ? [String(hostPort)] : []))
    for (const port of own) ports.add(port)
    return own.length > 0
  })
  if (containers.length === 0) return undefined
  const uses = containers.length === 1 ? 'uses' : 'use'
  const what = `${plural('hostPort', ports.size)} ${sortedUnique(ports).join(', ')}`
  return { reason: 'hostPort', detail: `${containersNamed(containers)} ${uses} ${what}` }
}

function privileged({ spec }: PodForm): Violation | undefined {
  const containers = containersWhere(spec, (container) => securityContext(container)['privileged'] === true)
  if (containers.length === 0) return undefined
  const detail = `${containersNamed(containers)} must not set securityContext.privileged=true`
  return { reason: 'privileged', detail }
}

function procMount({ spec }: PodForm): Violation | undefined {
  const types = new Set<string>()
  const containers = containersWhere(spec, (container) => {
    const type = textOf(securityContext(container), 'procMount')
    if (type === '' || type === 'Default') return false
    types.add(type)
    return true
  })
  if (containers.length === 0) return undefined
  const detail = `${containersNamed(containers)} must not set securityContext.procMount to ${quoted(sortedUnique(types))}`
  return { reason: 'procMount', detail }
}

function seLinuxOptions({ spec }: PodForm): Violation | undefined {
  const types = new Set<string>()
  const set = { user: false, role: false }
  const setters = securityContextsWhere(spec, (context) => {
    const options = objectOf(context, 'seLinuxOptions')
    const type = textOf(options, 'type')
    const isOtherType = !SELINUX_TYPES.has(type)
    if (isOtherType) types.add(type)
    const user = textOf(options, 'user') !== ''
    const role = textOf(options, 'role') !== ''
    set.user ||= user
    set.role ||= role
    return isOtherType || user || role
  })
  if (setters.length === 0) return undefined
  const faults = [
    ...(types.size > 0 ? [`${plural('type', types.size)} ${quoted(sortedUnique(types))}`] : []),
    ...(set.user ? ['user may not be set'] : []),
    ...(set.role ? ['role may not be set'] : []),
  ]
  return {
    reason: 'seLinuxOptions',
    detail: `${setters.join(' and ')} set forbidden securityContext.seLinuxOptions: ${faults.join('; ')}`,
  }
}

function seccompAnnotations(dialect: Dialect) {
  const ofPod = dialect.spell('seccomp.security.alpha.{labels}/pod')
  const ofContainer = dialect.spell('container.seccomp.security.alpha.{labels}/')
  const isAllowed = (profile: string): boolean =>
    profile === 'runtime/default' || profile === 'docker/default' || profile.startsWith('localhost/')
  return ({ metadata: { annotations = {} }, spec }: PodForm): Violation | undefined => {
    const keys = [ofPod]
    for (const container of containersOf(spec)) keys.push(ofContainer + textOf(container, 'name'))
    const forbidden = keys.flatMap((key) => {
      const profile = annotations[key]
      return profile === undefined || isAllowed(profile) ? [] : [`${key}=${quote(profile)}`]
    })
    if (forbidden.length === 0) return undefined
    const list = sortedUnique(forbidden)
    return { reason: 'seccompProfile', detail: `forbidden ${plural('annotation', list.length)} ${list.join(', ')}` }
  }
}

function seccompProfiles({ spec }: PodForm): Violation | undefined {
  const types = new Set<string>()
  const setters = securityContextsWhere(spec, (context) => {
    if (context['seccompProfile'] === undefined || isAllowedSeccomp(context)) return false
    types.add(textOf(objectOf(context, 'seccompProfile'), 'type'))
    return true
  })
  if (setters.length === 0) return undefined
  const detail = `${setters.join(' and ')} must not set securityContext.seccompProfile.type to ${quoted(sortedUnique(types))}`
  return { reason: 'seccompProfile', detail }
}

function sysctls(safe: readonly string[]) {
  return ({ spec }: PodForm): Violation | undefined => {
    const names = objectsOf(securityContext(spec), 'sysctls').map((sysctl) => textOf(sysctl, 'name'))
    const forbidden = names.filter((name) => !safe.includes(name))
    return forbidden.length === 0 ? undefined : { reason: 'forbidden sysctls', detail: forbidden.join(', ') }
  }
}

function hostProcess({ spec }: PodForm): Violation | undefined {
  const setters = securityContextsWhere(spec, (context) => objectOf(context, 'windowsOptions')['hostProcess'] === true)
  if (setters.length === 0) return undefined
  const detail = `${setters.join(' and ')} must not set securityContext.windowsOptions.hostProcess=true`
  return { reason: 'hostProcess', detail }
}
