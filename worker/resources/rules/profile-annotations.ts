import { isObject } from '../../api/json.ts'
import { quote } from '../../api/field-error.ts'
import type { Rule } from '../notation/rule.ts'
import { checkObject, spelled } from '../notation/rule.ts'
import { listAt, textAt, valueAt } from '../path.ts'

/** Annotations of pods that said what fields say now: profiles of seccomp and AppArmor. */

const SECCOMP: ReadonlySet<string> = new Set(['runtime/default', 'docker/default', 'unconfined'])
const LISTS = ['initContainers', 'containers', 'ephemeralContainers']

const isSeccomp = (profile: string): boolean => SECCOMP.has(profile) || /^localhost\/(?!\/|.*\.\.)./.test(profile)
const isAppArmor = (profile: string): boolean =>
  profile === '' || profile === 'runtime/default' || profile === 'unconfined' || profile.startsWith('localhost/')

/** Asked of a pod, or of the template of one; `steps` lead to its annotations in texts. */
export const profileAnnotations = (...steps: readonly string[]): Rule =>
  spelled((spell) => {
    const ofPod = spell('seccomp.security.alpha.{labels}/pod')
    const ofContainer = spell('container.seccomp.security.alpha.{labels}/')
    const appArmor = spell('container.apparmor.security.beta.{labels}/')
    return [
      checkObject((pod, place) => {
        const annotations = valueAt(pod, 'metadata.annotations')
        if (!isObject(annotations)) return
        const entries = Object.entries(annotations)
          .map(([key, value]) => [key, String(value)] as const)
          // The pod's own comes first.
          .sort(([a], [b]) => Number(b === ofPod) - Number(a === ofPod))
        for (const [key, profile] of entries) {
          if ((key !== ofPod && !key.startsWith(ofContainer)) || isSeccomp(profile)) continue
          place.invalid(profile, 'must be a valid seccomp profile', ...steps, key)
        }
        const armoured = entries.filter(([key]) => key.startsWith(appArmor))
        if (armoured.length === 0) return
        const containers = LISTS.flatMap((list) => listAt(pod, `spec.${list}`)).filter(isObject)
        const names = new Set(containers.map((container) => textAt(container, 'name')))
        for (const [key, profile] of armoured) {
          const name = key.slice(appArmor.length)
          if (!names.has(name)) place.invalid(name, 'container not found', ...steps, `[${key}]`)
          if (!isAppArmor(profile)) {
            place.invalid(profile, `invalid AppArmor profile name: ${quote(profile)}`, ...steps, `[${key}]`)
          }
        }
      }),
    ]
  })
