import { isObject } from '../../api/json.ts'
import { dnsSubdomain } from '../../api/names.ts'
import type { Place } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import { at, between, checkObject, checkWith, each, isRepeated, oneOf } from '../notation/rule.ts'
import { listAt, textAt } from '../path.ts'
import { relativePathFaults } from './file-paths.ts'
import { scopeOf } from './pod-scope.ts'
import { goPointer, goStruct } from '../../api/go-source.ts'
import { isLonger } from '../../runtime/utf8.ts'

/** Ids of users and groups on a node. */
const id: Rule = between(0, 2147483647)
const LONGEST_PROFILE = 4095

const goSeccompProfile = goStruct('core.SeccompProfile', {
  Type: 'type',
  LocalhostProfile: ['localhostProfile', goPointer('string')],
})

const seccomp: Rule = at(
  'seccompProfile',
  checkObject((profile, place) => {
    const type = textAt(profile, 'type')
    const file = profile['localhostProfile']
    if (type === '') place.required('type is required when seccompProfile is set', 'type')
    else if (!['Localhost', 'RuntimeDefault', 'Unconfined'].includes(type)) {
      place.notSupported(type, ['Localhost', 'RuntimeDefault', 'Unconfined'], 'type')
    }
    if (type === 'Localhost') {
      if (typeof file !== 'string') {
        place.required('must be set when seccomp type is Localhost', 'localhostProfile')
      } else for (const fault of relativePathFaults(file)) place.invalid(file, fault, 'localhostProfile')
    } else if (typeof file === 'string') {
      place.invalidShown(
        goSeccompProfile(profile),
        'can only be set when seccomp type is Localhost',
        'localhostProfile',
      )
    }
  }),
)

const appArmor: Rule = at(
  'appArmorProfile',
  checkObject((profile, place) => {
    const type = textAt(profile, 'type')
    const name = profile['localhostProfile']
    if (type === 'Localhost') localhostAppArmor(name, place)
    else if (type === '') place.required('type is required when appArmorProfile is set', 'type')
    else if (type !== 'RuntimeDefault' && type !== 'Unconfined') {
      place.notSupported(type, ['Localhost', 'RuntimeDefault', 'Unconfined'], 'type')
    } else if (typeof name === 'string') {
      place.invalid(name, 'can only be set when AppArmor type is Localhost', 'localhostProfile')
    }
  }),
)

function localhostAppArmor(name: unknown, place: Place): void {
  if (typeof name !== 'string') {
    return place.required('must be set when AppArmor type is Localhost', 'localhostProfile')
  }
  const bare = name.trim()
  if (bare !== name) place.invalid(name, 'must not be padded with whitespace', 'localhostProfile')
  else if (bare === '') place.required('must be set when AppArmor type is Localhost', 'localhostProfile')
  if (isLonger(name, LONGEST_PROFILE)) place.tooLongText(LONGEST_PROFILE, 'localhostProfile')
}

const windowsOptions: Rule = at(
  'windowsOptions',
  checkObject((options, place) => {
    const { gmsaCredentialSpecName: name, gmsaCredentialSpec: spec, runAsUserName: user } = options
    if (typeof name === 'string') {
      for (const fault of dnsSubdomain(name)) place.invalid(name, fault, 'gmsaCredentialSpecName')
    }
    if (spec === '') place.invalid(spec, 'gmsaCredentialSpec cannot be an empty string', 'gmsaCredentialSpec')
    if (typeof spec === 'string' && isLonger(spec, 64 * 1024)) {
      place.invalid(spec, 'gmsaCredentialSpec size must be under 64 KiB', 'gmsaCredentialSpec')
    }
    if (typeof user === 'string') windowsUser(user, place)
  }),
)

const netBiosName = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/
const WINDOWS_LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'
const windowsDomain = new RegExp(`^${WINDOWS_LABEL}(?:\\.${WINDOWS_LABEL})*$`)

const isControl = (character: string): boolean => character < ' ' || character === '\x7f'

function windowsUser(user: string, place: Place): void {
  const report = (text: string): void => place.invalid(user, text, 'runAsUserName')
  if (user === '') return report('runAsUserName cannot be an empty string')
  if (Array.from(user).some(isControl)) return report('runAsUserName cannot contain control characters')
  const parts = user.split('\\')
  if (parts.length > 2) return report('runAsUserName cannot contain more than one backslash')
  const domain = parts.length === 2 ? (parts[0] ?? '') : undefined
  const name = parts.at(-1) ?? ''
  if (domain !== undefined && isLonger(domain, 255))
    report("runAsUserName's Domain length must be under 256 characters")
  if (domain !== undefined && !netBiosName.test(domain) && !windowsDomain.test(domain)) {
    report("runAsUserName's Domain doesn't match the NetBios nor the DNS format")
  }
  if (name === '') report("runAsUserName's User cannot be empty")
  else if (isLonger(name, 104)) report("runAsUserName's User length must not be longer than 104 characters")
  if (/^[. ]+$/.test(name)) report("runAsUserName's User cannot contain only periods or spaces")
  if (/["/\\:;|=,+*?<>@[\]]/.test(name)) {
    report(`runAsUserName's User cannot contain the following characters: "/\\:;|=,+*?<>@[]`)
  }
}

const goSecurityContext = goStruct('core.SecurityContext', {
  Capabilities: ['capabilities', goPointer('core.Capabilities')],
  Privileged: ['privileged', goPointer('bool')],
  SELinuxOptions: ['seLinuxOptions', goPointer('core.SELinuxOptions')],
  WindowsOptions: ['windowsOptions', goPointer('core.WindowsSecurityContextOptions')],
  RunAsUser: ['runAsUser', goPointer('int64')],
  RunAsGroup: ['runAsGroup', goPointer('int64')],
  RunAsNonRoot: ['runAsNonRoot', goPointer('bool')],
  ReadOnlyRootFilesystem: ['readOnlyRootFilesystem', goPointer('bool')],
  AllowPrivilegeEscalation: ['allowPrivilegeEscalation', goPointer('bool')],
  ProcMount: ['procMount', goPointer('core.ProcMountType')],
  SeccompProfile: ['seccompProfile', goPointer('core.SeccompProfile')],
  AppArmorProfile: ['appArmorProfile', goPointer('core.AppArmorProfile')],
})

const escalation = checkObject((context, place) => {
  if (context['allowPrivilegeEscalation'] !== false) return
  const shown = goSecurityContext(context)
  if (context['privileged'] === true) {
    place.invalidShown(shown, 'cannot set `allowPrivilegeEscalation` to false and `privileged` to true')
  }
  const added = isObject(context['capabilities']) ? listAt(context['capabilities'], 'add') : []
  if (added.includes('CAP_SYS_ADMIN')) {
    place.invalidShown(shown, 'cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN')
  }
})

/** A cluster without privileged containers: `--allow-privileged=false`. */
const privileged = checkWith('privileged', (context, place) => {
  if (context['privileged'] === true && !place.allowsPrivileged)
    place.forbidden('disallowed by cluster policy', 'privileged')
})

/** The rules of a container's `securityContext`. */
export const containerSecurity: Rule = at(
  'securityContext',
  privileged,
  at('runAsUser', id),
  at('runAsGroup', id),
  at('procMount', oneOf('Default', 'Unmasked')),
  seccomp,
  escalation,
  windowsOptions,
  appArmor,
)

const SYSCTL =
  'must have at most 253 characters and match regex ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$'
const sysctlName = /^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$/

/** A pod may set kernel parameters of a namespace only when the namespace is not the host's. */
const HOSTED: readonly (readonly [prefix: string, field: string])[] = [
  ['kernel.shm', 'hostIPC'],
  ['kernel.msg', 'hostIPC'],
  ['fs.mqueue.', 'hostIPC'],
  ['net.', 'hostNetwork'],
]

const sysctl = checkObject((setting, place) => {
  const name = textAt(setting, 'name')
  if (name === '') place.required('', 'name')
  else if (name.length > 253 || !sysctlName.test(name)) place.invalid(name, SYSCTL, 'name')
  else if (isRepeated(name, 'name', place)) place.duplicate(name, 'name')
  const dotted = name.replaceAll('/', '.')
  const hosted =
    dotted === 'kernel.sem' ? (['', 'hostIPC'] as const) : HOSTED.find(([prefix]) => dotted.startsWith(prefix))
  if (hosted !== undefined && scopeOf(place).spec[hosted[1]] === true) {
    place.invalid(name, `may not be specified when '${hosted[1]}' is true`, 'name')
  }
})

/** The rules of a pod's `securityContext`, and of the fields of its spec that belong to it. */
export const podSecurity: Rule = at(
  'securityContext',
  at('fsGroup', id),
  at('runAsUser', id),
  at('runAsGroup', id),
  each('supplementalGroups', id),
  checkObject((_context, place) => {
    const { spec } = scopeOf(place)
    if (spec['shareProcessNamespace'] === true && spec['hostPID'] === true) {
      const text = 'ShareProcessNamespace and HostPID cannot both be enabled'
      place.invalid(true, text, 'shareProcessNamespace')
    }
  }),
  each('sysctls', sysctl),
  at('fsGroupChangePolicy', oneOf('Always', 'OnRootMismatch')),
  seccomp,
  windowsOptions,
  appArmor,
)
