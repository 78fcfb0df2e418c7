import { quote } from '../../api/go-format.ts'
import type { NameRule } from '../../api/names.ts'
import { dnsLabel, dnsSubdomain } from '../../api/names.ts'
import type { Rule } from '../notation/rule.ts'
import { check } from '../notation/rule.ts'

/** The faults of the first bad label, with its name. */
function labelFaults(name: string, rule: NameRule): readonly string[] {
  for (const label of name.split('.')) {
    const faults = rule(label)
    if (faults.length > 0) return faults.map((fault) => `validating label ${quote(label)}: ${fault}`)
  }
  return []
}

const MAX_DOMAIN = 253
/** A domain, a slash, a label, a dot and a subdomain. */
const MAX_NAME = MAX_DOMAIN + 1 + 63 + 1 + 253

const bytesIn = (text: string): number => new TextEncoder().encode(text).length

/** The name of a signer: a domain, a slash, and a path that the domain's owner chooses. */
export const signerName: Rule = check((value, place) => {
  const [domain = '', path, ...more] = String(value).split('/')
  if (path === undefined || more.length > 0) {
    return place.invalid(value, "must be a fully qualified domain and path of the form 'example.com/signer-name'")
  }
  if (bytesIn(domain) > MAX_DOMAIN) place.tooLong(MAX_DOMAIN)
  for (const fault of labelFaults(domain, dnsLabel)) place.invalid(domain, fault)
  if (!domain.includes('.')) place.invalid(domain, 'should be a domain with at least two segments separated by dots')
  for (const fault of labelFaults(path, dnsSubdomain)) place.invalid(path, fault)
  if (bytesIn(String(value)) > MAX_NAME) place.tooLong(MAX_NAME)
})
