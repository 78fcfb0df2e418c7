import { expect, it } from 'vitest'
import { commandsOf } from './enhanced-code.ts'

it.each([
  ['kubectl get pods\n', 'kubectl get pods'],
  ['$ kubectl get pods\nNAME   READY\n$ kubectl get ns\n', 'kubectl get pods\nkubectl get ns'],
  ['  $ echo $HOME', 'echo $HOME'],
  ['echo $ x\nls', 'echo $ x\nls'],
])('the commands of %j are %j', (text, commands) => expect(commandsOf(text)).toBe(commands))
