import type { JsonObject } from '../../../worker/api/json.ts'
import { isObject, objectOrEmpty } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { stringifyJson } from '../../../worker/codec/encode.ts'
import { goJson } from '../../../worker/api/go-json.ts'
import { dryRunOf } from '../write-options.ts'
import { forEach, reporter } from '../reporter.ts'
import type { Command } from '../command.ts'
import { dryRunFlag, filenameFlags, printFlags, selectorFlag } from '../common-flags.ts'
import { resourcePath } from '../discovery.ts'
import { Failure, restated } from '../failure.ts'
import { integer } from '../flags.ts'
import { podTemplateText } from '../pod-template-text.ts'
import type { Revision } from '../rollouts.ts'
import { revisionsOf, selectRollouts, templateOf, withoutRevisions } from '../rollouts.ts'
import type { Target } from '../selection.ts'
import { selectedObjects } from '../selected-objects.ts'
import type { Session } from '../session.ts'

export const undo = {
  name: 'undo',
  summary: 'Undo a previous rollout',
  description: 'Roll back to a previous rollout.',
  usage: 'rollout undo (TYPE NAME | TYPE/NAME) [flags]',
  examples: [['Roll back to the previous deployment', '{cli} rollout undo deployment/abc']],
  flags: [
    dryRunFlag,
    ...filenameFlags('identifying the resource to get from a server'),
    ...printFlags,
    selectorFlag,
    integer('to-revision', 'The revision to rollback to. 0 means the last revision.', { fallback: '0' }),
  ],
  async run(session) {
    const dryRun = dryRunOf(session)
    const report = await reporter(session, dryRun, { isLate: true, isApart: true })
    const selection = await selectRollouts(session)
    const client = await session.client()
    await forEach(selectedObjects(session, selection, { readsFiles: true }), async ({ target, load }) => {
      const object = await load()
      const revisions = await revisionsOf(session, target, object)
      if (revisions === undefined) throw withoutRevisions(target, 'rollbacker', 'rollbacker')
      const revision = choose(session, target, revisions)
      const before = target.type.kind === 'Deployment' ? '' : 'will roll back to '
      if (dryRun === 'client') return report(object, before + podTemplateText(revision.template))
      if (isObject(object.spec) && object.spec.paused === true)
        throw new Failure(
          `you cannot rollback a paused deployment; resume it first with '${session.cli} rollout resume' and try again`,
        )
      if (sameTemplate(revision.template, templateOf(object)))
        return report(
          object,
          `skipped rollback (current template already matches revision ${session.flags.int64('to-revision')})`,
        )
      try {
        await client.json({
          method: 'PATCH',
          path: resourcePath(target.type, target.namespace, target.name),
          query: { dryRun: dryRun === 'server' ? 'All' : undefined },
          ...patchOf(session, target, object, revision),
        })
        // kubectl prints the object as it was before the rollback.
        report(object, 'rolled back')
      } catch (error) {
        throw restated(error, `failed restoring revision ${session.flags.int64('to-revision')}`)
      }
    })
  },
} satisfies Command

function choose(session: Session, { type, name }: Target, revisions: readonly Revision[]): Revision {
  const requested = session.flags.int64('to-revision')
  if (requested !== 0n) {
    const found = revisions.find(({ number }) => number === requested)
    if (found === undefined) throw new Failure(`unable to find specified revision ${requested} in history`)
    return found
  }
  const previous = revisions.at(-2)
  if (previous !== undefined) return previous
  throw new Failure(
    type.kind === 'Deployment'
      ? `no rollout history found for deployment ${JSON.stringify(name)}`
      : 'no last revision to roll back to',
  )
}

const HASH = 'pod-template-hash'

function withoutHash(template: JsonObject): JsonObject {
  const metadata = objectOrEmpty(template.metadata)
  const { [HASH]: _, ...labels } = objectOrEmpty(metadata.labels)
  return { ...template, metadata: { ...metadata, labels } }
}

const sameTemplate = (a: JsonObject, b: JsonObject): boolean => goJson(withoutHash(a)) === goJson(withoutHash(b))

/**
 * The request that restores a revision. A deployment takes the template and the annotations of the replica set, and
 * keeps the annotations that belong to the deployment only. Other kinds take the template.
 */
function patchOf(session: Session, { type }: Target, object: ApiObject, { template, annotations }: Revision) {
  if (type.kind !== 'Deployment')
    return {
      contentType: 'application/strategic-merge-patch+json',
      body: stringifyJson({ spec: { template: { ...template, $patch: 'replace' } } }),
    }
  const own = [
    '{cli}.{labels}/last-applied-configuration',
    ...['revision', 'revision-history', 'desired-replicas', 'max-replicas'].map(
      (name) => `deployment.{labels}/${name}`,
    ),
    'deprecated.deployment.rollback.to',
  ].map((key) => session.host.dialect.spell(key))
  const current = object.metadata?.annotations ?? {}
  const kept = Object.entries(current).filter(([key]) => own.includes(key))
  const taken = Object.entries(annotations).filter(([key]) => !own.includes(key))
  return {
    contentType: 'application/json-patch+json',
    body: stringifyJson([
      { op: 'replace', path: '/spec/template', value: withoutHash(template) },
      { op: 'replace', path: '/metadata/annotations', value: Object.fromEntries([...kept, ...taken]) },
    ]),
  }
}
