# Lockstep, built, on Debian 12, from Debian's packages alone. The same with docker and, after mkdir work, podman:
#
#   docker build -t lockstep .
#   docker run --rm -it -v ./work:/lockstep/work lockstep bash
#
# The work, and the pages that show and profile make of it, stay in ./work, outside of the container.
# Programs that one grades are jailed inside the container, too: by bubblewrap where the container may make namespaces,
# by Landlock else (`lockstep doctor` says which).
FROM debian:12
RUN apt-get update && apt-get install -y --no-install-recommends make ca-certificates && rm -rf /var/lib/apt/lists/*
WORKDIR /lockstep
COPY . .
RUN apt-get update && scripts/setup.sh grade && make -s -j"$(nproc)" build/lockstep && rm -rf /var/lib/apt/lists/*
ENV PATH=/lockstep/build:$PATH
CMD ["make", "help"]
