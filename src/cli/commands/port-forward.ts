import type { JsonObject } from '../../../worker/api/json.ts'
import { isObject, objectsIn } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import type { Command } from '../command.ts'
import { Failure, UsageError } from '../failure.ts'
import { list } from '../flags.ts'
import { phaseOf } from '../pod-containers.ts'
import { containersOf } from '../pod-specs.ts'
import { attachablePod, connectToPod, podRunningTimeout, podRunningTimeoutFlag, streamTarget } from '../pod-streams.ts'
import { fetchTarget, logReading } from '../selected-objects.ts'

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
    podRunningTimeout(session)
    const target = await streamTarget(session, name, 'k8s.io/client-go/kubernetes/scheme/register.go:81')
    const object = await fetchTarget(session, target)
    const { target: found, pod } = await attachablePod(session, target, object)
    const isService = target.type.kind === 'Service'
    for (const port of ports) {
      const remote = port.split(':').at(-1) ?? ''
      if (isService) checkServicePort(object, pod, remote)
      else checkPodPort(pod, remote)
    }
    await logReading(session, found)
    const phase = phaseOf(pod)
    if (phase !== 'Running')
      throw new Failure(`unable to forward port because pod is not running. Current status=${phase}`)
    return connectToPod(session, found, 'portforward')
  },
} satisfies Command

const portsOf = (holder: JsonObject): JsonObject[] => objectsIn(holder.ports)

const podPorts = ({ spec }: ApiObject): JsonObject[] => (isObject(spec) ? containersOf(spec).flatMap(portsOf) : [])

function checkPodPort(pod: ApiObject, remote: string): void {
  const name = pod.metadata?.name ?? ''
  const ports = podPorts(pod)
  const meant = ports.filter((port) => String(port.containerPort) === remote || port.name === remote)
  if (meant.length > 0 && meant.every(({ protocol }) => protocol === 'UDP'))
    throw new Failure(`UDP protocol is not supported for ${remote}`)
  if (!/^\d+$/.test(remote) && meant.length === 0)
    throw new Failure(`Pod '${name}' does not have a named port '${remote}'`)
}

function checkServicePort({ spec, metadata }: ApiObject, pod: ApiObject, remote: string): void {
  const name = metadata?.name ?? ''
  const ports = isObject(spec) ? portsOf(spec) : []
  const byName = ports.find((port) => port.name === remote)
  if (!/^\d+$/.test(remote) && byName === undefined)
    throw new Failure(`Service '${name}' does not have a named port '${remote}'`)
  const port = byName ?? ports.find((each) => String(each.port) === remote)
  if (port === undefined) throw new Failure(`Service ${name} does not have a service port ${remote}`)
  if (port.protocol === 'UDP') throw new Failure(`UDP protocol is not supported for ${remote}`)
  const target = String(port.targetPort ?? port.port)
  if (/^\d+$/.test(target)) return
  if (!podPorts(pod).some((each) => each.name === target))
    throw new Failure(`Pod '${pod.metadata?.name ?? ''}' does not have a named port '${target}'`)
}
