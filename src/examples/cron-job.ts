import type { Example } from './example.ts'

export const cronJob = {
  id: 'cron-job',
  title: 'A cron job',
  summary: 'A report every night at three, never twice at once, with a script from a config map.',
  level: 'Beginner',
  learns: 'how a CronJob makes Jobs at set times, and how a pod reads a ConfigMap',
  files: [
    {
      name: 'cron-job.yaml',
      text: `# Runs at 03:00 UTC, and once more when it fails.
apiVersion: v1
kind: Namespace
metadata:
  name: reports
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: reporter
  namespace: reports
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: nightly
  namespace: reports
data:
  report.sh: |
    #!/bin/sh
    echo "yesterday: $(date -d yesterday +%F)"
---
apiVersion: batch/v1
kind: CronJob
metadata:
  name: nightly
  namespace: reports
spec:
  schedule: "0 3 * * *"
  timeZone: Etc/UTC
  concurrencyPolicy: Forbid
  startingDeadlineSeconds: 600
  successfulJobsHistoryLimit: 7
  failedJobsHistoryLimit: 3
  jobTemplate:
    spec:
      backoffLimit: 1
      activeDeadlineSeconds: 1800
      ttlSecondsAfterFinished: 86400
      template:
        spec:
          serviceAccountName: reporter
          restartPolicy: Never
          containers:
            - name: report
              image: busybox:1.37
              command: ["sh", "/scripts/report.sh"]
              volumeMounts:
                - name: scripts
                  mountPath: /scripts
          volumes:
            - name: scripts
              configMap:
                name: nightly
`,
    },
  ],
} as const satisfies Example
