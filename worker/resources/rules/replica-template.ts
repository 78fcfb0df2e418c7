import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import { equalJson } from '../../patch/json-values.ts'
import type { Rule } from '../notation/rule.ts'
import { all, at, checkAlways, checkObject, holds, never, oneOf, required, where } from '../notation/rule.ts'
import { givenAt, valueAt } from '../path.ts'
import { goLabelSelector, goStringMap } from '../../api/go-source.ts'
import { isEmptySelector, labelSelector, matches } from './label-selector.ts'
import { podTemplateRules } from './pod-rules.ts'

const verdict = (spec: JsonObject): boolean | undefined =>
  matches(spec['selector'], valueAt(spec, 'template.metadata.labels'))

export const isSoundSelector = (spec: JsonObject): boolean => verdict(spec) !== undefined

/** Every fault of the selector is reported at the selector as a whole. */
const soundSelector = checkObject((spec, place) => {
  const { selector } = spec
  if (verdict(spec) === undefined && isObject(selector)) {
    place.invalidShown(goLabelSelector(selector), 'invalid label selector', 'selector')
  }
})

/** The selector must match the template's labels; another rule reports an empty selector. */
export const selectsTemplate = checkObject((spec, place) => {
  const { selector } = spec
  if (verdict(spec) !== false || (isObject(selector) && isEmptySelector(selector))) return
  const shown = goStringMap(givenAt(spec, 'template.metadata.labels'))
  place.invalidShown(shown, '`selector` does not match template `labels`', 'template', 'metadata', 'labels')
})

/** The rules of a template whose containers are always restarted; `kind` names the controller in the text. */
export const alwaysRestarts = (kind: string): Rule =>
  all(
    at('spec.restartPolicy', oneOf('Always')),
    at('spec.activeDeadlineSeconds', never(`activeDeadlineSeconds in ${kind} is not Supported`)),
  )

/** A selector that is present, valid and not empty. */
export const selectorOf = (kind: string): Rule => at('selector', required(), labelSelector, notEmptySelector(kind))

export const notEmptySelector = (kind: string): Rule =>
  holds(
    (selector) => isObject(selector) && !isEmptySelector(selector),
    (selector, place) => place.invalidShown(goLabelSelector(selector), `empty selector is invalid for ${kind}`),
  )

/** The selector and the template of a controller that keeps pods running; `kind` is its name in texts. */
export const selectorAndTemplate = (kind: string): Rule =>
  all(
    selectorOf(kind),
    soundSelector,
    where(isSoundSelector, selectsTemplate, at('template', podTemplateRules, alwaysRestarts('ReplicaSet'))),
  )

/** Refuses a changed selector, with which a controller would lose its current pods. */
export const immutableSelector = checkAlways((value, place, old) => {
  if (equalJson(value ?? null, old ?? null)) return
  if (isObject(value)) place.invalidShown(goLabelSelector(value), 'field is immutable')
  else place.invalid(undefined, 'field is immutable')
})
