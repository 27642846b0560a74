using System.Globalization;
using Marketplace.Replication.Redis;
using Marketplace.Simulation.Faults;
using Marketplace.Simulation.Scheduling;
using StackExchange.Redis;

namespace Marketplace.Simulation.Replication;

/// <summary>Connections of one silo to the twin of Redis.</summary>
/// <param name="machine">What the silo runs on.</param>
internal sealed class TwinRedisServers(RedisTwin twin, Machine machine) : IRedisServers
{
    public async Task<IRedisConnection> Connect(string server, TimeSpan timeout)
    {
        await Task.Delay(twin.Travel(), machine);
        var chosen = server == twin.Primary.Name ? twin.Primary : twin.Secondary;
        if (!chosen.IsAway)
            return new TwinRedisConnection(twin, chosen, machine);
        twin.Faults.Bit(Fault.RedisOutage);
        if (twin.Dice.Chance(0.5))
            await Task.Delay(timeout, machine);
        throw new TimeoutException("The server does not answer.");
    }
}

/// <summary>
/// A connection to a server of the twin. What is sent arrives in its order, also when the silo is dead or has closed the connection meanwhile, or
/// does not; the server does one thing after the other.
/// </summary>
internal sealed class TwinRedisConnection : IRedisConnection
{
    private const double ShareArrived = 0.5;

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan SentAgainWithin = TimeSpan.FromSeconds(4);

    private readonly RedisTwin _twin;
    private readonly RedisServer _server;
    private readonly Machine _machine;
    private readonly Queue<Func<Task>> _sent = new();
    private readonly Queue<Func<Task>> _arrived = new();
    private readonly List<Action> _waiting = [];
    private Action? _failed;
    private bool _isServing;
    private bool _isLost;
    private bool _isCut;

    public TwinRedisConnection(RedisTwin twin, RedisServer server, Machine machine)
    {
        (_twin, _server, _machine) = (twin, server, machine);
        server.Add(this);
    }

    public void WhenFailed(Action failed) => _failed = failed;

    public Task<(RedisValue Text, RedisValue[][] Hashes)> Read(RedisKey text, IReadOnlyList<(RedisKey Key, RedisValue[] Fields)> hashes) => Send(() =>
    {
        var data = _server.Data;
        RedisValue[][] read = [.. hashes.Select(hash => hash.Fields.Select(field => (RedisValue)data.Field(hash.Key!, field!)).ToArray())];
        return ((RedisValue)data.Text(text!), read);
    });

    public Task<RedisValue> Get(RedisKey key) => Send(() => (RedisValue)_server.Data.Text(key!));

    public Task Set(RedisKey key, RedisValue value) => Change(data => data.Set(key!, value!));

    public Task Delete(RedisKey[] keys) => Change(data =>
    {
        foreach (var key in keys)
            data.Delete(key!);
    });

    public Task<(string Cursor, RedisKey[] Keys)> Scan(string pattern, string cursor) =>
        Send(() => ("0", _server.Data.KeysOf(pattern.TrimEnd('*')).ConvertAll(static key => (RedisKey)key).ToArray()));

    public Task<string> Run() => Send(() => _server.Run);

    public Task<long> Wait(TimeSpan limit) => Send(() => _twin.Copied(_twin.Written, limit));

    public Task<long> Write(RedisKey key, SellerWrite write)
    {
        // As texts, at the time of the call.
        var fields = write.Products.Select(static product => (
            Field: product.Key.ToString(CultureInfo.InvariantCulture),
            product.Value.Sequence,
            Value: ReplicaText.Write(product.Value))).ToList();
        return Send(() => write.IsOrdered ? Advance(key!, write.Base, write.Sequence, fields) : Renew(key!, fields));
    }

    public Task Close()
    {
        // What was sent before may come, late, all the same.
        _isCut = !_twin.Dice.Chance(ShareArrived);
        Lose();
        return Task.CompletedTask;
    }

    /// <summary>The server, or the network, breaks it: nothing more arrives.</summary>
    public void Break()
    {
        _isCut = true;
        Lose();
        if (_failed is { } failed)
            _machine.Post(failed);
    }

    // The script for updates in the order of their seller.
    private long Advance(string key, long from, long to, List<(string Field, int Sequence, string Value)> fields)
    {
        var sequence = (string)RedisKeys.Sequence!;
        var now = long.Parse(_server.Data.Field(key, sequence) ?? "0", CultureInfo.InvariantCulture);
        var takesAll = _twin.Mutant == Mutant.LateWriteWins;
        if (now < from && !takesAll)
            return SellerWrite.IsBehind;
        if (now >= to && !takesAll)
            return now;
        _twin.Write(data =>
        {
            foreach (var (field, _, value) in fields)
                data.Set(key, field, value);
            data.Set(key, sequence, to.ToString(CultureInfo.InvariantCulture));
        });
        return to;
    }

    // The script for updates that have no order but that of their product.
    private long Renew(string key, List<(string Field, int Sequence, string Value)> fields)
    {
        var newer = fields.FindAll(field => _twin.Mutant == Mutant.LateWriteWins
            || _server.Data.Field(key, field.Field) is not { } old
            || ReplicaText.Read(old).Sequence < field.Sequence);
        if (newer.Count > 0)
            _twin.Write(data => newer.ForEach(field => data.Set(key, field.Field, field.Value)));
        return 0;
    }

    private Task Change(Action<RedisData> change) => Send(() =>
    {
        _twin.Write(change);
        return true;
    });

    private Task<T> Send<T>(Func<T> atServer) => Send(() => Task.FromResult(atServer()));

    private Task<T> Send<T>(Func<Task<T>> atServer)
    {
        var answer = new TaskCompletionSource<T>(TaskCreationOptions.RunContinuationsAsynchronously);
        if (_isLost)
        {
            answer.SetException(new RedisConnectionLostException());
            return answer.Task;
        }

        void Fail() => answer.TrySetException(new RedisConnectionLostException());
        _waiting.Add(Fail);
        _sent.Enqueue(async () =>
        {
            var result = await atServer();
            _twin.Later(() =>
            {
                _waiting.Remove(Fail);
                answer.TrySetResult(result);
            });
        });
        _twin.Later(Arrive);
        return answer.Task;
    }

    private void Arrive()
    {
        _arrived.Enqueue(_sent.Dequeue());
        if (!_isServing)
            _ = Serve();
    }

    private async Task Serve()
    {
        _isServing = true;
        while (_arrived.TryDequeue(out var next))
        {
            if (_server.IsAway && !_isCut)
                await Outage();

            if (!_isCut)
                await next();
        }

        _isServing = false;
    }

    // What was lost on its way is sent again and again, after pauses that get longer: it comes some time after the server is back.
    private async Task Outage()
    {
        _twin.Faults.Bit(Fault.RedisOutage);
        while (_server.IsAway && !_isCut)
            await Task.Delay(Pause, _twin.Home);
        await Task.Delay(_twin.Dice.Span(SentAgainWithin), _twin.Home);
    }

    private void Lose()
    {
        _isLost = true;
        _server.Remove(this);
        foreach (var fail in _waiting)
            fail();
        _waiting.Clear();
    }

    private sealed class RedisConnectionLostException() : Exception("The connection to Redis was lost.");
}
