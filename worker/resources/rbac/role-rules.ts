import type { Rule } from '../notation/rule.ts'
import { all, at, checkObject, each, required } from '../notation/rule.ts'
import { listAt } from '../path.ts'
import { goStrings } from '../../api/go-source.ts'

const OF_RESOURCES = ['apiGroups', 'resources', 'resourceNames']

/** A rule is for paths or for resources, and only cluster roles may name paths. */
const subject = (namespaced: boolean): Rule =>
  checkObject((rule, place) => {
    const urls = rule['nonResourceURLs']
    if (listAt(rule, 'nonResourceURLs').length === 0) {
      if (listAt(rule, 'apiGroups').length === 0) {
        place.required('resource rules must supply at least one api group', 'apiGroups')
      }
      if (listAt(rule, 'resources').length === 0) {
        place.required('resource rules must supply at least one resource', 'resources')
      }
      return
    }
    const shown = goStrings(urls)
    if (namespaced) place.invalidShown(shown, 'namespaced rules cannot apply to non-resource URLs', 'nonResourceURLs')
    if (OF_RESOURCES.some((field) => listAt(rule, field).length > 0)) {
      place.invalidShown(shown, 'rules cannot apply to both regular resources and non-resource URLs', 'nonResourceURLs')
    }
  })

/** The rules of a role or cluster role. */
export const policyRules = (namespaced: boolean): Rule =>
  each('rules', all(at('verbs', required('verbs must contain at least one value')), subject(namespaced)))
