import type { Example } from './example.ts'

export const ingress = {
  id: 'ingress',
  title: 'An ingress',
  summary: 'Two services under one host name: the shop at its root, the API below a path, both over TLS.',
  level: 'Intermediate',
  learns: 'how one Ingress sends hosts and paths to different Services',
  files: [
    {
      name: 'ingress.yaml',
      text: `# One host, two services behind it.
apiVersion: v1
kind: Namespace
metadata:
  name: edge
---
apiVersion: networking.{domain}/v1
kind: IngressClass
metadata:
  name: edge
spec:
  controller: example.org/edge
---
apiVersion: v1
kind: Service
metadata:
  name: shop
  namespace: edge
spec:
  selector:
    app: shop
  ports:
    - name: http
      port: 80
      targetPort: 8080
---
apiVersion: v1
kind: Service
metadata:
  name: orders
  namespace: edge
spec:
  selector:
    app: orders
  ports:
    - name: http
      port: 80
      targetPort: 9090
---
apiVersion: networking.{domain}/v1
kind: Ingress
metadata:
  name: shop
  namespace: edge
  annotations:
    edge.example.org/rate-limit: "100"
spec:
  ingressClassName: edge
  tls:
    - hosts:
        - shop.example.org
      secretName: shop-tls
  rules:
    - host: shop.example.org
      http:
        paths:
          - path: /
            pathType: Prefix
            backend:
              service:
                name: shop
                port:
                  name: http
          - path: /api/orders
            pathType: Prefix
            backend:
              service:
                name: orders
                port:
                  number: 80
`,
    },
  ],
} as const satisfies Example
