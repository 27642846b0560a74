using System.Collections.Immutable;
using Marketplace.Grains;
using Marketplace.Grains.Cart;
using Marketplace.Grains.Cluster;
using Marketplace.Protocols;
using Marketplace.Protocols.Commit;
using Marketplace.Protocols.Storage;
using Marketplace.Silo.Gateway;
using Orleans;
using Orleans.Runtime;
using Orleans.Services;

namespace Marketplace.Silo.Engines;

/// <summary>What a silo does for the others of its cluster (<see cref="ISilo"/>), as a service of which each silo has one.</summary>
internal interface IOrleansSiloService : IGrainService
{
    /// <summary>Keeps new operations out. It answers before the call times out, and is asked again until it is done.</summary>
    Task<QuiesceAnswer> Quiesce(QuiesceToken token);

    /// <inheritdoc cref="ISilo.Resume"/>
    Task Resume(QuiesceToken token);

    /// <summary>Whether this silo still quiesces others.</summary>
    /// <returns>False once it has ended.</returns>
    Task<bool> IsQuiescing(QuiesceToken token);

    /// <inheritdoc cref="ISilo.Forget"/>
    Task Forget(bool ingestedToo);

    /// <inheritdoc cref="ISilo.Keys"/>
    Task<KeyPage> Keys(string stateName, GrainId? after);

    /// <inheritdoc cref="ISilo.ReadArchive"/>
    Task<LinePage> ReadArchive(string name, KeyFilter filter, ArchivePosition from);

    /// <inheritdoc cref="ISilo.FlushLog"/>
    Task FlushLog();

    /// <inheritdoc cref="ISilo.Abandoned"/>
    Task<AbandonedSessions> Abandoned(int max);

    /// <inheritdoc cref="ISilo.Record"/>
    Task<RecordInfo> Record();

    /// <inheritdoc cref="ISilo.ReadRecord"/>
    Task<RecordPage> ReadRecord(long from);

    /// <inheritdoc cref="ISilo.ReadVersions"/>
    Task<VersionPage> ReadVersions(ObjectVersion? after);

    /// <inheritdoc cref="ISilo.Placement"/>
    Task<SiloPlacement> Placement();

    /// <inheritdoc cref="IServiceHosts.Missing"/>
    Task<ImmutableArray<string>> MissingServices();

    /// <inheritdoc cref="ICoordinator.Join"/>
    Task Join(TransactionId transaction, IParticipant participant);

    /// <inheritdoc cref="ICoordinator.Take"/>
    Task Take(TransactionId transaction, WriteSet writes);

    /// <inheritdoc cref="ICoordinator.Placed"/>
    Task<ImmutableArray<PlacedTransaction>> Placed();

    /// <inheritdoc cref="ICoordinator.OutcomeOf"/>
    Task<TransactionOutcome> OutcomeOf(TransactionId transaction);
}

/// <summary>How far a silo is quiesced.</summary>
/// <param name="IsDecided">False while operations are still under way.</param>
/// <param name="Refusal">Why it can not be; null if it is.</param>
[GenerateSerializer, Immutable]
internal sealed record QuiesceAnswer(bool IsDecided, string? Refusal);

/// <summary>The service of this silo.</summary>
internal sealed class OrleansSiloService(
    GrainId id,
    Orleans.Runtime.Silo silo,
    ILoggerFactory loggers,
    ThisSilo self,
    OrleansSilos silos,
    IServiceHosts hosts,
    TimeProvider time,
    IHostApplicationLifetime lifetime,
    ICoordinator? coordinator = null) : GrainService(id, silo, loggers), IOrleansSiloService
{
    private readonly QuiesceLease _lease = new(self, silos.Lasts, time, lifetime.ApplicationStopped);

    private ICoordinator Coordinator =>
        coordinator ?? throw new InvalidOperationException("The protocol of this silo has no coordinator; all silos need the same settings.");

    public async Task<QuiesceAnswer> Quiesce(QuiesceToken token)
    {
        var (isDecided, refusal) = await _lease.Quiesce(token);
        return new QuiesceAnswer(isDecided, refusal);
    }

    public Task Resume(QuiesceToken token) => _lease.Resume(token);

    public Task<bool> IsQuiescing(QuiesceToken token) => Task.FromResult(silos.IsQuiescing(token));

    public Task Forget(bool ingestedToo) => self.Forget(ingestedToo);

    public Task<KeyPage> Keys(string stateName, GrainId? after) => self.Keys(stateName, after);

    public Task<LinePage> ReadArchive(string name, KeyFilter filter, ArchivePosition from) => self.ReadArchive(name, filter, from);

    public Task FlushLog() => self.FlushLog();

    public Task<AbandonedSessions> Abandoned(int max) => self.Abandoned(max);

    public Task<RecordInfo> Record() => self.Record();

    public Task<RecordPage> ReadRecord(long from) => self.ReadRecord(from);

    public Task<VersionPage> ReadVersions(ObjectVersion? after) => self.ReadVersions(after);

    public Task<SiloPlacement> Placement() => self.Placement();

    public Task<ImmutableArray<string>> MissingServices() => Task.FromResult(hosts.Missing);

    public Task Join(TransactionId transaction, IParticipant participant)
    {
        Coordinator.Join(transaction, participant);
        return Task.CompletedTask;
    }

    public Task Take(TransactionId transaction, WriteSet writes)
    {
        Coordinator.Take(transaction, writes);
        return Task.CompletedTask;
    }

    public Task<ImmutableArray<PlacedTransaction>> Placed() => Task.FromResult(Coordinator.Placed);

    public Task<TransactionOutcome> OutcomeOf(TransactionId transaction) => Task.FromResult(Coordinator.OutcomeOf(transaction));
}
