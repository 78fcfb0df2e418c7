import type { Command } from '../command.ts'

export const clusterInfo = {
  name: 'cluster-info',
  summary: 'Display cluster information',
  usage: 'cluster-info',
  commands: [{ name: 'dump', load: () => import('./cluster-info-dump.ts').then((file) => file.clusterInfoDump) }],
  examples: [['Print the address of the control plane', '{cli} cluster-info']],
  async run(session) {
    const client = await session.client()
    const product = session.cli === 'kubectl' ? 'Kubernetes control plane' : 'Control plane'
    const tail = `\nTo further debug and diagnose cluster problems, use '${session.cli} cluster-info dump'.\n`
    try {
      await session.discovery()
      session.host.stdout(`${product} is running at ${client.server}\n${tail}`)
    } catch (error) {
      session.host.stdout(tail)
      throw error
    }
  },
} satisfies Command
