import type { JsonObject } from '../../../worker/api/json.ts'
import { objectOrEmpty, objectsIn, stringOrEmpty } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { annotationLines, describeHead, labelLines } from '../description.ts'
import { humanDuration } from '../../../worker/api/duration.ts'
import { podTemplateText } from '../pod-template-text.ts'
import { controllerText, count, line, longDate, optionalLine, trueOrFalse, longCount } from './fields.ts'
import { selectorTerms } from '../../../worker/api/selector-text.ts'

export function jobText({ metadata, spec, status }: ApiObject): string {
  const { selector, template, completions, completionMode, activeDeadlineSeconds, ...fields } = objectOrEmpty(spec)
  const { startTime, completionTime, active, ready, succeeded, failed, completedIndexes } = objectOrEmpty(status)
  const took = Date.parse(stringOrEmpty(completionTime)) - Date.parse(stringOrEmpty(startTime))
  const running = ready === undefined ? 'Active' : `Active (${count(ready)} Ready)`
  return [
    line('Name', metadata?.name),
    line('Namespace', metadata?.namespace),
    line('Selector', selectorTerms(selector)),
    labelLines('Labels', metadata?.labels),
    annotationLines(metadata?.annotations),
    optionalLine('Controlled By', controllerText(metadata)),
    optionalLine('Parallelism', fields.parallelism),
    line('Completions', completions ?? '<unset>'),
    optionalLine('Completion Mode', completionMode),
    optionalLine('Suspend', fields.suspend),
    optionalLine('Backoff Limit', fields.backoffLimit),
    optionalLine('TTL Seconds After Finished', fields.ttlSecondsAfterFinished),
    startTime === undefined ? '' : line('Start Time', longDate(startTime)),
    completionTime === undefined ? '' : line('Completed At', longDate(completionTime)),
    Number.isNaN(took) ? '' : line('Duration', humanDuration(took)),
    activeDeadlineSeconds === undefined ? '' : line('Active Deadline Seconds', `${longCount(activeDeadlineSeconds)}s`),
    line('Pods Statuses', `${count(active)} ${running} / ${count(succeeded)} Succeeded / ${count(failed)} Failed`),
    completionMode === 'Indexed' ? line('Completed Indexes', indexesText(stringOrEmpty(completedIndexes))) : '',
    podTemplateText(template),
  ].join('')
}

const LONG_INDEXES = 50

/** The completed indexes. A long list is cut at the first comma after 50 characters. */
function indexesText(indexes: string): string {
  const end = indexes.indexOf(',', LONG_INDEXES)
  if (end >= 0) return `${indexes.slice(0, end + 1)}...`
  return indexes || '<none>'
}

export function cronJobText(object: ApiObject): string {
  const spec = objectOrEmpty(object.spec)
  const { lastScheduleTime, active } = objectOrEmpty(object.status)
  const { startingDeadlineSeconds: deadline, suspend } = spec
  const names = objectsIn(active).map(({ name }) => stringOrEmpty(name))
  return [
    describeHead(object, true),
    line('Schedule', stringOrEmpty(spec.schedule)),
    line('Concurrency Policy', stringOrEmpty(spec.concurrencyPolicy)),
    line('Suspend', suspend === undefined ? '<unset>' : trueOrFalse(suspend)),
    line('Successful Job History Limit', spec.successfulJobsHistoryLimit ?? '<unset>'),
    line('Failed Job History Limit', spec.failedJobsHistoryLimit ?? '<unset>'),
    line('Starting Deadline Seconds', deadline === undefined ? '<unset>' : `${longCount(deadline)}s`),
    jobTemplateText(objectOrEmpty(objectOrEmpty(spec.jobTemplate).spec)),
    line('Last Schedule Time', lastScheduleTime === undefined ? '<unset>' : longDate(lastScheduleTime)),
    line('Active Jobs', names.join(', ') || '<none>'),
  ].join('')
}

const jobTemplateText = (spec: JsonObject): string =>
  [
    line('Selector', spec.selector === undefined ? '<unset>' : selectorTerms(spec.selector)),
    line('Parallelism', spec.parallelism ?? '<unset>'),
    line('Completions', spec.completions ?? '<unset>'),
    spec.activeDeadlineSeconds === undefined
      ? ''
      : line('Active Deadline Seconds', `${longCount(spec.activeDeadlineSeconds)}s`),
    podTemplateText(spec.template),
  ].join('')
