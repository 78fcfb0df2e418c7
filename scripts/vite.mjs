// Vite with the project set up first: `npm run dev`, `npm run build`.
import { must, setUp } from './setup.mjs'

setUp()
must('vite', process.argv.slice(2))
