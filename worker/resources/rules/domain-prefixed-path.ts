import { dnsSubdomain } from '../../api/names.ts'
import type { Rule } from '../notation/rule.ts'
import { check } from '../notation/rule.ts'

const URL_PATH = /^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/
const PATH_TEXT = `Invalid path (regex used for validation is '${URL_PATH.source.slice(1, -1)}')`

/** A domain, a slash, and a path that the domain's owner chooses. */
export const domainPrefixedPath: Rule = check((value, place) => {
  const given = String(value)
  if (given === '') return place.required()
  const slash = given.indexOf('/')
  if (slash <= 0 || slash === given.length - 1) {
    return place.invalid(given, 'must be a domain-prefixed path (such as "acme.io/foo")')
  }
  const host = given.slice(0, slash)
  const path = given.slice(slash + 1)
  for (const fault of dnsSubdomain(host)) place.invalid(host, fault)
  if (!URL_PATH.test(path)) place.invalid(path, PATH_TEXT)
})
