# The two images, for those who build with Docker or Podman. The .NET SDK alone makes the same ones: docs/kubernetes.md.
#   docker build --target silo   --tag marketplace-silo:0.1.0   --build-arg COMMIT=$(git rev-parse HEAD) .
#   docker build --target driver --tag marketplace-driver:0.1.0 --build-arg COMMIT=$(git rev-parse HEAD) .
# The commit is what `--version` shows: the build has the sources, and no .git.

FROM mcr.microsoft.com/dotnet/sdk:10.0 AS source
WORKDIR /source
COPY global.json Directory.Build.props Directory.Build.targets Directory.Packages.props LICENSE THIRD-PARTY-NOTICES.md ./
COPY build/ build/
COPY src/ src/
ARG COMMIT=

FROM source AS publish-silo
RUN --mount=type=cache,target=/root/.nuget/packages \
    dotnet publish src/Marketplace.Silo/Marketplace.Silo.csproj -c Release -p:SourceRevisionId=$COMMIT -o /app

FROM source AS publish-driver
RUN --mount=type=cache,target=/root/.nuget/packages \
    dotnet publish src/Driver/Driver.csproj -c Release -p:SourceRevisionId=$COMMIT -o /app

FROM mcr.microsoft.com/dotnet/runtime:10.0-noble-chiseled AS driver
WORKDIR /app
COPY --from=publish-driver /app .
USER 1654
ENTRYPOINT ["dotnet", "/app/Driver.dll"]

FROM mcr.microsoft.com/dotnet/aspnet:10.0-noble-chiseled AS silo
WORKDIR /app
COPY --from=publish-silo /app .
ENV ASPNETCORE_HTTP_PORTS=8081
EXPOSE 8081
USER 1654
ENTRYPOINT ["dotnet", "/app/Marketplace.Silo.dll"]
