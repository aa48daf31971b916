# syntax=docker/dockerfile:1
# One image for the API, the worker and the command line; what is started is the command (docs/operate/deploy.md,
# "Container image"). test/deploy/image-rootfs.sh carries out these very steps and starts the result.
ARG NODE_IMAGE=node:24.21.0-trixie-slim

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/client/package.json packages/client/
COPY packages/adapters/package.json packages/adapters/
RUN npm ci --no-audit --no-fund

FROM packages AS build
COPY .swcrc nest-cli.json tsconfig.json tsconfig.build.json ./
COPY apps apps
COPY libs libs
COPY packages packages
RUN npm run build

# A model by name is downloaded here, so that nothing is downloaded when the image starts.
FROM build AS model
ARG EMBEDDING_MODEL=builtin
ARG MODELS_HUB_URL=
COPY models models
COPY deploy/image/bake-model.mjs deploy/image/
RUN node deploy/image/bake-model.mjs "$EMBEDDING_MODEL"

# What runs in production only, and of onnxruntime the binaries of this platform only (it brings those of six).
FROM packages AS production
COPY deploy/image/trim-packages.mjs deploy/image/
RUN npm prune --omit=dev --no-audit --no-fund && node deploy/image/trim-packages.mjs

FROM ${NODE_IMAGE} AS final
ARG EMBEDDING_MODEL=builtin
ARG VERSION=1.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Mneme" \
      org.opencontainers.image.description="Memory storage service: API, worker and command line" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
# Two arenas for all threads: with one a thread, glibc keeps 100 MB that nobody uses. Blocks from 64 KiB on get pages of their
# own, which go back to the system with them: another 30 MB. Half the usual space for new objects a thread saves as much.
# None of it costs anything that can be measured.
ENV MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=65536 \
    NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    EMBEDDING_MODEL=${EMBEDDING_MODEL} \
    MODELS_DIR=/app/models \
    MODELS_REMOTE=off
WORKDIR /app
# Owned by root: the service's user can change nothing here, whether the file system is read-only or not.
# package.json and package-lock.json lie beside node_modules, where scanners look for what an image is made of.
COPY package.json package-lock.json LICENSE ./
COPY --from=production /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/dist-console dist-console
COPY --from=model /app/models models
COPY samples samples
COPY deploy/image/first-signals.mjs deploy/image/health.mjs deploy/image/smoke.mjs deploy/image/
USER 1000:1000
EXPOSE 3000 3001
STOPSIGNAL SIGTERM
# node is process 1. It takes signals before it loads the program, and starts no processes that would need reaping.
ENTRYPOINT ["node", "--max-semi-space-size=8", "--import", "/app/deploy/image/first-signals.mjs"]
CMD ["dist/apps/api/main.js"]
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "/app/deploy/image/health.mjs"]
