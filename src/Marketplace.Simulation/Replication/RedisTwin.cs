using System.Globalization;
using Marketplace.Simulation.Faults;
using Marketplace.Simulation.Scheduling;

namespace Marketplace.Simulation.Replication;

/// <summary>
/// The twin of two servers of Redis: a primary that takes what is written, and a secondary that follows it and is read. They keep nothing on a disk,
/// so one that is started again has lost everything. It runs on the machine of the clients: it outlives all silos.
/// </summary>
internal sealed class RedisTwin(Machine home, Timeline timeline, FaultPlan faults, Dice dice, Mutant mutant)
{
    private static readonly TimeSpan TravelMost = TimeSpan.FromMilliseconds(1);
    private static readonly TimeSpan FollowsWithin = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(40);
    private static readonly TimeSpan OutageMost = TimeSpan.FromSeconds(12);
    private static readonly TimeSpan RestartMost = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan LagMost = TimeSpan.FromSeconds(6);

    private readonly Queue<Action<RedisData>> _stream = new();
    private readonly Spell _lag = new(timeline);
    private TaskCompletionSource _progress = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private bool _isFollowing;
    private bool _copiesAll;
    private long _copied;

    public Machine Home => home;

    public Dice Dice => dice;

    public FaultPlan Faults => faults;

    public Mutant Mutant => mutant;

    public RedisServer Primary { get; } = new(timeline, "primary");

    public RedisServer Secondary { get; } = new(timeline, "secondary");

    /// <summary>How many changes the primary has made.</summary>
    public long Written { get; private set; }

    /// <summary>A time that something takes on its way.</summary>
    public TimeSpan Travel() => dice.Span(TravelMost);

    /// <summary>Runs something later, whatever becomes of the silo that has sent it.</summary>
    public void Later(Action action) => home.Later(Travel(), action);

    /// <summary>Changes what the primary has; the secondary follows.</summary>
    public void Write(Action<RedisData> change)
    {
        change(Primary.Data);
        Written++;
        _stream.Enqueue(change);
        _ = Follow();
    }

    /// <summary>Waits until the secondary has so many changes.</summary>
    /// <param name="limit">How long at most.</param>
    /// <returns>How many secondaries have them.</returns>
    public async Task<long> Copied(long changes, TimeSpan limit)
    {
        if (mutant == Mutant.AcknowledgedBeforeCopied)
            return 1;
        var over = Task.Delay(limit, home);
        while (_copied < changes && !over.IsCompleted)
            await Task.WhenAny(_progress.Task, over);
        return _copied >= changes ? 1 : 0;
    }

    /// <summary>One of the servers, or both, answer nobody for some time.</summary>
    public void GoAway(Dice chance)
    {
        var which = chance.Below(3);
        var howLong = chance.Span(OutageMost);
        if (which != 0)
            Primary.GoAway(howLong, breaks: chance.Chance(0.5));
        if (which != 1)
            Secondary.GoAway(howLong, breaks: chance.Chance(0.5));
    }

    /// <summary>One of the servers is started again, and has nothing of what it had. The secondary copies all from then on.</summary>
    public void Restart(Dice chance)
    {
        var server = chance.Chance(0.5) ? Primary : Secondary;
        if (!server.Data.IsEmpty)
            faults.Bit(Fault.RedisRestart);
        server.Restart(chance.Span(RestartMost));
        _copiesAll = true;
        _ = Follow();
    }

    /// <summary>The secondary does not follow for some time.</summary>
    public void Lag(Dice chance) => _lag.Begin(chance.Span(LagMost));

    /// <summary>All is well again.</summary>
    public void ComeBack()
    {
        _lag.End();
        Primary.ComeBack();
        Secondary.ComeBack();
    }

    private async Task Follow()
    {
        if (_isFollowing)
            return;
        _isFollowing = true;
        while (_copiesAll || _stream.Count > 0)
        {
            await Task.Delay(dice.Span(FollowsWithin), home);
            if (_lag.Lasts)
                faults.Bit(Fault.RedisLag);
            if (_lag.Lasts || Primary.IsAway || Secondary.IsAway)
                await Task.Delay(Pause, home);
            else
                Take();
        }

        _isFollowing = false;
    }

    private void Take()
    {
        if (_copiesAll)
        {
            Secondary.Data = Primary.Data.Copy();
            (_copiesAll, _copied) = (false, Written);
            _stream.Clear();
        }
        else
        {
            for (var count = dice.Between(1, _stream.Count); count > 0; count--, _copied++)
                _stream.Dequeue()(Secondary.Data);
        }

        var progress = _progress;
        _progress = new(TaskCreationOptions.RunContinuationsAsynchronously);
        progress.SetResult();
    }
}

/// <summary>One of the two servers.</summary>
internal sealed class RedisServer(Timeline timeline, string name)
{
    private readonly List<TwinRedisConnection> _connections = [];
    private readonly Spell _outage = new(timeline);
    private int _starts = 1;

    public string Name => name;

    public RedisData Data { get; set; } = new();

    /// <summary>Its run: another one after each start.</summary>
    public string Run => string.Create(CultureInfo.InvariantCulture, $"{name}-{_starts}");

    /// <summary>Whether it answers nobody now.</summary>
    public bool IsAway => _outage.Lasts;

    public void Add(TwinRedisConnection connection) => _connections.Add(connection);

    public void Remove(TwinRedisConnection connection) => _connections.Remove(connection);

    /// <summary>It answers nobody for some time.</summary>
    /// <param name="breaks">Whether its connections break now; else what is sent arrives when it is there again.</param>
    public void GoAway(TimeSpan howLong, bool breaks)
    {
        _outage.Begin(howLong);
        if (breaks)
            BreakAll();
    }

    /// <summary>It ends, and starts again without what it had.</summary>
    public void Restart(TimeSpan howLong)
    {
        (Data, _starts) = (new RedisData(), _starts + 1);
        GoAway(howLong, breaks: true);
    }

    public void ComeBack() => _outage.End();

    private void BreakAll()
    {
        foreach (var connection in _connections.ToList())
            connection.Break();
    }
}

/// <summary>What a server has: texts and hashes by their keys.</summary>
internal sealed class RedisData
{
    private readonly SortedDictionary<string, string> _texts = new(StringComparer.Ordinal);
    private readonly SortedDictionary<string, Dictionary<string, string>> _hashes = new(StringComparer.Ordinal);

    public bool IsEmpty => _texts.Count == 0 && _hashes.Count == 0;

    public string? Text(string key) => _texts.GetValueOrDefault(key);

    public string? Field(string key, string field) => _hashes.GetValueOrDefault(key)?.GetValueOrDefault(field);

    public List<string> KeysOf(string prefix) =>
        [.. _texts.Keys.Concat(_hashes.Keys).Where(key => key.StartsWith(prefix, StringComparison.Ordinal))];

    public void Set(string key, string text) => _texts[key] = text;

    public void Set(string key, string field, string value)
    {
        if (!_hashes.TryGetValue(key, out var hash))
            _hashes.Add(key, hash = []);
        hash[field] = value;
    }

    public void Delete(string key)
    {
        _texts.Remove(key);
        _hashes.Remove(key);
    }

    public RedisData Copy()
    {
        var copy = new RedisData();
        foreach (var (key, text) in _texts)
            copy._texts.Add(key, text);
        foreach (var (key, hash) in _hashes)
            copy._hashes.Add(key, new Dictionary<string, string>(hash));
        return copy;
    }
}
