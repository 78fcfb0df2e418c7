import { dnsLabel } from '../../api/names.ts'
import type { Rule } from '../notation/rule.ts'
import { at, check } from '../notation/rule.ts'

/** Warns on create about a name that is used in host names and is not a valid one. */
export const hostNameWarning = (use: string): Rule =>
  at(
    'metadata.name',
    check((name, place) => {
      if (place.old !== undefined) return
      const faults = dnsLabel(String(name))
      if (faults.length === 0) return
      place.warn(`${use}, which can result in surprising behavior; a DNS label is recommended: [${faults.join(' ')}]`)
    }),
  )

/** For kinds whose pods are named after them. */
export const podNameWarning: Rule = hostNameWarning('this is used in Pod names and hostnames')
