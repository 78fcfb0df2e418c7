import type { Command } from '../command.ts'

export const rollout = {
  name: 'rollout',
  summary: 'Manage the rollout of a resource',
  description: `Manage the rollout of one or many resources.
        
 Valid resource types include:

  *  deployments
  *  daemonsets
  *  statefulsets`,
  usage: 'rollout SUBCOMMAND',
  examples: [
    ['Rollback to the previous deployment', '{cli} rollout undo deployment/abc'],
    ['Check the rollout status of a daemonset', '{cli} rollout status daemonset/foo'],
    ['Restart a deployment', '{cli} rollout restart deployment/abc'],
    ["Restart deployments with the 'app=nginx' label", '{cli} rollout restart deployment --selector=app=nginx'],
  ],
  alone: { stream: 'stdout', code: 1 },
  commands: [
    { name: 'history', load: () => import('./rollout-history.ts').then((file) => file.history) },
    { name: 'pause', load: () => import('./rollout-change.ts').then((file) => file.pause) },
    { name: 'restart', load: () => import('./rollout-change.ts').then((file) => file.restart) },
    { name: 'resume', load: () => import('./rollout-change.ts').then((file) => file.resume) },
    { name: 'status', load: () => import('./rollout-status.ts').then((file) => file.status) },
    { name: 'undo', load: () => import('./rollout-undo.ts').then((file) => file.undo) },
  ],
} satisfies Command
