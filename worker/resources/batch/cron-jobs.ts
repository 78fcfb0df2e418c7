import { isZone } from '../../api/zone-offset.ts'
import { humanDuration } from '../../api/duration.ts'
import type { ApiObject } from '../../api/object.ts'
import { age, integer, text } from '../columns.ts'
import type { Rule } from '../notation/rule.ts'
import { at, check, checkObject, nonNegative, oneOf, required } from '../notation/rule.ts'
import { listAt, textAt, valueAt } from '../path.ts'
import type { Kind } from '../resource.ts'
import { selectorText } from '../../api/selector-text.ts'
import { scheduleFault } from '../rules/cron-schedule.ts'
import { goLabelSelector } from '../../api/go-source.ts'
import { podNameWarning } from '../rules/host-name.ts'
import { jobSpec } from '../rules/job-defaults.ts'
import { jobSpecRules, jobWarnings } from '../rules/job-rules.ts'
import { podGates } from '../rules/pod-gates.ts'
import { templateColumns } from '../rules/template-columns.ts'

/** A job has the name of its cron job and eleven more characters, and the name of a job has at most 63 characters. */
const LONGEST_NAME = 52

const schedule = check((value, place) => {
  const given = String(value)
  const zoned = /^(?:CRON_)?TZ=([^ ]*)(.*)$/s.exec(given)
  const [, zone = '', rest = ''] = zoned ?? []
  if (zoned && !isZone(zone)) {
    const isPath = /^[/\\]|\.\./.test(zone)
    const fault = isPath ? 'time: invalid location name' : `unknown time zone ${zone}`
    place.invalid(given, `provided bad location ${zone}: ${fault}`)
  } else {
    const fault = scheduleFault(zoned ? rest.trim() : given)
    if (fault !== undefined) place.invalid(given, fault)
  }
  if (given.includes('TZ')) {
    place.invalid(given, 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead')
  }
})

/** A part of a zone's name between slashes. */
const ZONE_PART = /^(?!-|\.{1,2}$)[A-Za-z.\-_0-9+]{1,14}$/

const timeZone = check((value, place, old) => {
  if (value === old) return
  const name = String(value)
  const report = (text: string): void => place.invalid(name, text)
  const unknown = `unknown time zone ${name}`
  if (name === '') return report('timeZone must be nil or non-empty string')
  if (!name.split('/').every((part) => ZONE_PART.test(part))) return report(unknown)
  if (name.toLowerCase() === 'local') {
    report('timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones')
  }
  if (!isZone(name)) report(unknown)
})

const rules: readonly Rule[] = [
  at(
    'spec',
    at('schedule', required(), schedule),
    at('startingDeadlineSeconds', nonNegative),
    at('timeZone', timeZone),
    at('concurrencyPolicy', required(), oneOf('Allow', 'Forbid', 'Replace')),
    at(
      'jobTemplate.spec',
      jobSpecRules,
      at(
        'selector',
        checkObject((selector, place) => {
          place.invalidShown(goLabelSelector(selector), '`selector` will be auto-generated')
        }),
      ),
      at(
        'manualSelector',
        check((value, place) => {
          if (value === true) place.notSupported(value, ['nil', 'false'])
        }),
      ),
    ),
    at('successfulJobsHistoryLimit', nonNegative),
    at('failedJobsHistoryLimit', nonNegative),
  ),
  at(
    'metadata.name',
    check((name, place) => {
      if (place.old === undefined && String(name).length > LONGEST_NAME) {
        place.invalid(name, `must be no more than ${LONGEST_NAME} characters`)
      }
    }),
  ),
]

const active = (cronJob: ApiObject): number => listAt(cronJob, 'status.active').length

export const cronJobs = {
  resource: 'batch/cronjobs',
  defaults: {
    spec: {
      concurrencyPolicy: 'Allow',
      suspend: false,
      jobTemplate: { spec: jobSpec },
      successfulJobsHistoryLimit: 3,
      failedJobsHistoryLimit: 1,
    },
  },
  gated: {
    ...podGates('spec.jobTemplate.spec.template.spec'),
  },
  rules,
  warnings: [podNameWarning, jobWarnings('spec.jobTemplate.spec')],
  behaviour: () => ({
    columns: [
      text('Schedule', 'The schedule in Cron format, see https://en.wikipedia.org/wiki/Cron.', 'spec.schedule'),
      text(
        'Timezone',
        'The time zone name for the given schedule, see https://en.wikipedia.org/wiki/List_of_tz_database_time_zones. If not specified, this will default to the time zone of the {system}-controller-manager process. The set of valid time zone names and the time zone offset is loaded from the system-wide time zone database by the API server during CronJob validation and the controller manager during execution. If no system-wide time zone database can be found a bundled version of the database is used instead. If the time zone name becomes invalid during the lifetime of a CronJob or due to a change in host configuration, the controller will stop creating new new Jobs and will create a system event with the reason UnknownTimeZone. More information can be found in https://{labels}/docs/concepts/workloads/controllers/cron-jobs/#time-zones',
        (cronJob) => textAt(cronJob, 'spec.timeZone') || '<none>',
      ),
      {
        ...text(
          'Suspend',
          'This flag tells the controller to suspend subsequent executions, it does not apply to already started executions.  Defaults to false.',
          (cronJob) => (valueAt(cronJob, 'spec.suspend') === true ? 'True' : 'False'),
        ),
        type: 'boolean',
      },
      integer('Active', 'A list of pointers to currently running jobs.', active),
      {
        ...text('Last Schedule', 'Information when was the last time the job was successfully scheduled.', ''),
        cell(cronJob, now) {
          const last = valueAt(cronJob, 'status.lastScheduleTime')
          if (typeof last === 'string') return humanDuration(now - Date.parse(last))
          return last === undefined ? '<none>' : '<unknown>'
        },
      },
      age,
      ...templateColumns('spec.jobTemplate.spec.template'),
      text(
        'Selector',
        'A label query over pods that should match the pod count. Normally, the system sets this field for you. More info: https://{labels}/docs/concepts/overview/working-with-objects/labels/#label-selectors',
        (cronJob) => selectorText(valueAt(cronJob, 'spec.jobTemplate.spec.selector')),
        1,
      ),
    ],
  }),
} satisfies Kind
