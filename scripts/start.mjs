// Builds the playground and serves it.
import { must, setUp } from './setup.mjs'

setUp()
console.log('Building the playground …')
must('vite', ['build', '--logLevel', 'error'])
must('vite', ['preview', '--host', '127.0.0.1', '--port', '4173', '--strictPort'])
