import { ANY_JSON } from '../client.ts'
import { stringifyJson } from '../../../worker/codec/encode.ts'
import { recorded, recordFlag } from '../change-cause.ts'
import { dryRunOf, fieldManager } from '../write-options.ts'
import { forEach, reporter } from '../reporter.ts'
import type { Command } from '../command.ts'
import { dryRunFlag, fieldManagerFlag, filenameFlags, printFlags } from '../common-flags.ts'
import { resourcePath } from '../discovery.ts'
import { Failure, VersionMissing } from '../failure.ts'
import { boolean, int32, text } from '../flags.ts'
import { inGivenNamespace, newMetadata } from '../generators/generator.ts'
import { withTypedLastApplied } from '../last-applied.ts'
import { formatGroupVersion } from '../../../worker/api/group-version.ts'
import { fetchTarget, readTargets } from '../selected-objects.ts'
import { select } from '../selection.ts'

export const autoscale = {
  name: 'autoscale',
  summary: 'Auto-scale a deployment, replica set, stateful set, or replication controller',
  usage: 'autoscale (-f FILENAME | TYPE NAME | TYPE/NAME) [--min=MINPODS] --max=MAXPODS [--cpu-percent=CPU]',
  examples: [['Scale between 2 and 10', '{cli} autoscale deployment foo --min=2 --max=10']],
  flags: [
    int32('cpu-percent', 'The target average CPU utilization over all the pods; -1: a default.', { fallback: '-1' }),
    dryRunFlag,
    fieldManagerFlag('{cli}-autoscale'),
    ...filenameFlags('identifying the resource to autoscale'),
    int32('max', 'The upper limit for the number of pods.', { required: true, fallback: '-1' }),
    int32('min', 'The lower limit for the number of pods; -1: a default.', { fallback: '-1' }),
    text('name', 'The name of the new object; by default the name of the scaled object.'),
    ...printFlags,
    recordFlag,
    boolean('save-config', 'If true, the configuration of the object is saved in its annotation.'),
  ],
  async run(session) {
    const { flags } = session
    const dryRun = dryRunOf(session)
    await session.connection()
    await session.namespace()
    const [min, max, percent] = [flags.integer('min'), flags.integer('max'), flags.integer('cpu-percent')]
    if (max < 1) throw new Failure(`--max=MAXPODS is required and must be at least 1, max: ${max}`)
    if (max < min) throw new Failure(`--max=MAXPODS must be larger or equal to --min=MINPODS, max: ${max}, min: ${min}`)
    const report = await reporter(session, dryRun, { typed: true, isLate: true })
    const selection = await select(session)
    if (selection.targets.length === 0 && selection.unread.length === 0)
      throw new Failure('no objects passed to autoscale')
    const client = await session.client()
    await forEach(readTargets(selection), async (target) => {
      if (target.refusal !== undefined && !(target.refusal instanceof VersionMissing)) throw target.refusal
      if (target.object === undefined) await fetchTarget(session, target)
      const { group, version, resource, kind, subresources } = target.type
      if (!subresources.includes('scale'))
        throw new Failure(
          `cannot autoscale a ${kind}: could not find scale subresource for ${group}/${version}, Resource=${resource} in discovery information`,
        )
      const scaler = recorded(session, {
        apiVersion: 'autoscaling/v1',
        kind: 'HorizontalPodAutoscaler',
        metadata: newMetadata(flags.text('name') || target.name),
        spec: {
          maxReplicas: max,
          ...(min > 0 ? { minReplicas: min } : {}),
          scaleTargetRef: { apiVersion: formatGroupVersion(target.type), kind: target.type.kind, name: target.name },
          ...(percent >= 0 ? { targetCPUUtilizationPercentage: percent } : {}),
        },
        status: { currentReplicas: 0, desiredReplicas: 0 },
      })
      if (dryRun === 'client') return report(inGivenNamespace(session, scaler), 'created')
      const type = await session.typeOf(scaler)
      if (type === undefined) throw new Failure('the server has no horizontal pod autoscalers')
      const created = await client.json({
        accept: ANY_JSON,
        method: 'POST',
        path: resourcePath(type, target.namespace),
        query: { fieldManager: fieldManager(session), dryRun: dryRun === 'server' ? 'All' : undefined },
        body: stringifyJson(flags.boolean('save-config') ? await withTypedLastApplied(session, scaler) : scaler),
      })
      report(created, 'autoscaled')
    })
  },
} satisfies Command
