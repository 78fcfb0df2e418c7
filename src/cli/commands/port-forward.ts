import { isObject } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import type { Command } from '../command.ts'
import { Failure, UsageError } from '../failure.ts'
import { list } from '../flags.ts'
import { connectToPod, podRunningTimeoutFlag, podTarget } from '../pod-streams.ts'
import { fetchTarget } from '../selected-objects.ts'

export const portForward = {
  name: 'port-forward',
  summary: 'Forward one or more local ports to a pod',
  usage: 'port-forward TYPE/NAME [options] [LOCAL_PORT:]REMOTE_PORT [...[LOCAL_PORT_N:]REMOTE_PORT_N]',
  flags: [list('address', 'Addresses to listen on.', { fallback: 'localhost' }), podRunningTimeoutFlag()],
  async run(session) {
    const [name, ...ports] = session.args
    if (name === undefined || ports.length === 0)
      throw new UsageError(
        'TYPE/NAME and list of ports are required for port-forward',
        `See '${session.cli} port-forward -h' for help and examples`,
      )
    const target = await podTarget(session, name)
    const pod = await fetchTarget(session, target)
    for (const port of ports) {
      const remote = port.split(':').at(-1) ?? ''
      if (!/^\d+$/.test(remote) && !hasPort(pod, remote))
        throw new Failure(`Pod '${target.name}' does not have a named port '${remote}'`)
    }
    const status = isObject(pod.status) ? String(pod.status.phase ?? 'Pending') : 'Pending'
    if (status !== 'Running')
      throw new Failure(`unable to forward port because pod is not running. Current status=${status}`)
    return connectToPod(session, target, 'portforward?')
  },
} satisfies Command

function hasPort({ spec }: ApiObject, name: string): boolean {
  const containers = isObject(spec) && Array.isArray(spec.containers) ? spec.containers.filter(isObject) : []
  return containers.some(
    ({ ports }) => Array.isArray(ports) && ports.filter(isObject).some((port) => port.name === name),
  )
}
