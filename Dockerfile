# The exchange with its terminal in one image. Built and run without root where it matters.
# Node itself comes from the lock file; the base image only has to be able to run npm.

FROM node:26-slim AS build
WORKDIR /basis
COPY . .
# Vite is a development dependency, so NODE_ENV stays unset until the terminal is built.
RUN npm ci && npm run build

FROM node:26-slim
WORKDIR /basis
# Copied as a whole: node_modules/@basis/* are links into packages/, and must stay links, because
# Node strips types only from files that do not really lie below a node_modules folder.
COPY --from=build /basis /basis
RUN mkdir /data && chown node:node /data
USER node
ENV NODE_ENV=production NODE_COMPILE_CACHE=/tmp/basis-compiled BASIS_HOST=0.0.0.0 BASIS_PORT=8700 BASIS_DATA=/data
VOLUME /data
EXPOSE 8700
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.BASIS_PORT+'/ready').then((a)=>process.exit(a.ok?0:1),()=>process.exit(1))"]
# Node itself, not npm: signals reach the process that has to stop gracefully.
CMD ["node", "packages/server/src/main.ts"]
