import type { WatchState } from '../../worker/observability/watch-registry.ts'
import { agentOf } from '../requests/trace-phases.ts'

/** A size as text: `1.2 kB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}

/** The watched objects as text: `deployments.apps in shop, labels app=web`. */
export const watchedText = (watch: WatchState): string => watch.resource + watchedPlace(watch)

/** The text after the resource: `.apps in shop, labels app=web` */
export function watchedPlace({ group, namespace, labelSelector, fieldSelector }: WatchState): string {
  const type = group === '' ? '' : `.${group}`
  const place = namespace === '' ? '' : ` in ${namespace}`
  const selectors = [labelSelector && `labels ${labelSelector}`, fieldSelector && `fields ${fieldSelector}`]
  return [`${type}${place}`, ...selectors.filter((text) => text !== '')].join(', ')
}

/** The controller; for another watch, the program and its user. */
export function watcherText({ controller, user, userAgent }: WatchState): string {
  if (controller !== '') return controller
  return [agentOf(userAgent) || 'an unnamed program', user].join(' · ')
}

/** Whether a watch matches a filter: each word occurs in the text about its objects, its watcher or its end. */
export function fitsWatch(watch: WatchState, filter: string): boolean {
  const text = [watchedText(watch), watcherText(watch), watch.ending ?? 'open'].join(' ').toLowerCase()
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
