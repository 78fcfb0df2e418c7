import { entry } from '../command.ts'
import type { Command } from '../command.ts'
import { canI } from './auth-can-i.ts'
import { whoami } from './auth-whoami.ts'

export const auth = {
  name: 'auth',
  summary: 'Inspect authorization',
  usage: 'auth [flags]',
  commands: [
    entry(canI),
    { name: 'reconcile', load: () => import('./auth-reconcile.ts').then((file) => file.reconcile) },
    entry(whoami),
  ],
} satisfies Command
