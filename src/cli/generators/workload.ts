import { isObject, objectOrEmpty } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { Failure } from '../failure.ts'
import { list, int32, text } from '../flags.ts'
import type { Host } from '../host.ts'
import { nameSuffix } from '../name-suffix.ts'
import { fetchTarget } from '../selected-objects.ts'
import { select } from '../selection.ts'
import type { Session } from '../session.ts'
import type { Generator } from './generator.ts'
import { newMetadata } from './generator.ts'

export const deployment = {
  name: 'deployment',
  aliases: ['deploy'],
  summary: 'Create a deployment with the specified name',
  usage: 'NAME --image=image -- [COMMAND] [args...]',
  examples: [['Create a deployment of three', '{cli} create deployment web --image=nginx --replicas=3']],
  flags: [
    list('image', 'Image names to run. A deployment can have several images.', { required: true }),
    int32('port', 'The container port that this deployment exposes.', { fallback: '-1' }),
    int32('replicas', 'Number of replicas to create.', { short: 'r', fallback: '1' }),
  ],
  requiresName: false,
  failure: 'failed to create deployment:',
  build({ flags, afterDash, host }, name): ApiObject {
    const images = flags.list('image').filter((image) => image !== '')
    const port = flags.integer('port')
    if (images.length > 1 && afterDash !== undefined && afterDash.length > 0)
      throw new Failure('cannot specify multiple --image options and command')
    const labels = { app: name }
    const containers = images.map((image, index) => ({
      ...(afterDash === undefined || afterDash.length === 0 ? {} : { command: [...afterDash] }),
      image,
      name: containerName(image, host),
      ...(port >= 0 && index === 0 ? { ports: [{ containerPort: port }] } : {}),
      resources: {},
    }))
    return {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: newMetadata(name, labels),
      spec: {
        replicas: flags.integer('replicas'),
        selector: { matchLabels: labels },
        strategy: {},
        template: { metadata: { creationTimestamp: null, labels }, spec: { containers } },
      },
      status: {},
    }
  },
} satisfies Generator

/**
 * The container of the image `registry/team/app:1.2@sha256:...` is called `app`. A name with dots or underscores gets
 * dashes instead, and a random suffix.
 */
function containerName(image: string, host: Host): string {
  const last = image.split('/').at(-1) ?? image
  const name = last.split(/[:@]/)[0] ?? last
  return /[._]/.test(name) ? `${name.replaceAll(/[._]/g, '-')}-${nameSuffix(host)}` : name
}

const imageFlag = text('image', 'Image name to run.')

function podSpec({ afterDash }: Session, name: string, image: string, restartPolicy: string) {
  const command = afterDash === undefined || afterDash.length === 0 ? {} : { command: [...afterDash] }
  return { containers: [{ ...command, image, name, resources: {} }], restartPolicy }
}

export const job = {
  name: 'job',
  summary: 'Create a job with the specified name',
  usage: 'NAME --image=image -- [COMMAND] [args...]',
  examples: [['Create a job', '{cli} create job tidy --image=busybox -- date']],
  flags: [text('from', 'The name of the resource to create a job from: cronjob/name.'), imageFlag],
  requiresName: false,
  failure: 'failed to create job:',
  build(session, name): ApiObject | Promise<ApiObject> {
    const image = session.flags.text('image')
    const from = session.flags.text('from')
    if (from !== '' && image === '' && (session.afterDash ?? []).length > 0)
      throw new Failure('cannot specify --from and command')
    if (from !== '' && image === '') return jobOf(session, name, from)
    if (image === '' || from !== '') throw new Failure('either --image or --from must be specified')
    return {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: newMetadata(name),
      spec: { template: { metadata: { creationTimestamp: null }, spec: podSpec(session, name, image, 'Never') } },
      status: {},
    }
  },
} satisfies Generator

/** A job from the template of a cron job, marked as created by hand. */
async function jobOf(session: Session, name: string, from: string): Promise<ApiObject> {
  if (!from.includes('/')) {
    await session.type(from)
    throw new Failure('resource(s) were provided, but no name was specified')
  }
  const { targets } = await select(session, { words: [from] })
  const [target] = targets
  if (target === undefined) throw new Failure(`expected one resource, got ${targets.length}`)
  const source = await fetchTarget(session, target)
  if (source.kind !== 'CronJob') throw new Failure(`unknown object type *v1.${source.kind ?? ''}`)
  const template = isObject(source.spec) && isObject(source.spec.jobTemplate) ? source.spec.jobTemplate : {}
  const { labels, annotations } = objectOrEmpty(template.metadata)
  const manual = session.host.dialect.spell('cronjob.{labels}/instantiate')
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      ...newMetadata(name),
      ...(isObject(labels) ? { labels: labels as Record<string, string> } : {}),
      annotations: { ...(isObject(annotations) ? (annotations as Record<string, string>) : {}), [manual]: 'manual' },
      ownerReferences: [
        {
          apiVersion: source.apiVersion ?? '',
          blockOwnerDeletion: true,
          controller: true,
          kind: 'CronJob',
          name: source.metadata?.name ?? '',
          uid: source.metadata?.uid ?? '',
        },
      ],
    },
    spec: template.spec,
    status: {},
  }
}

export const cronJob = {
  name: 'cronjob',
  aliases: ['cj'],
  summary: 'Create a cron job with the specified name',
  usage: "NAME --image=image --schedule='0/5 * * * ?' -- [COMMAND] [args...]",
  flags: [
    { ...imageFlag, required: true },
    text('restart', "The job's restart policy: OnFailure, Never.", { fallback: 'OnFailure' }),
    text('schedule', 'A schedule in the Cron format the job should be run with.', { required: true }),
  ],
  requiresName: false,
  failure: 'failed to create cronjob:',
  build(session, name): ApiObject {
    const { flags } = session
    const template = {
      metadata: { creationTimestamp: null },
      spec: podSpec(session, name, flags.text('image'), flags.text('restart') || 'OnFailure'),
    }
    return {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: newMetadata(name),
      spec: { jobTemplate: { metadata: newMetadata(name), spec: { template } }, schedule: flags.text('schedule') },
      status: {},
    }
  },
} satisfies Generator
