using System.Buffers.Binary;
using System.Collections.Concurrent;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;
using MongoDB.Bson;
using MongoDB.Bson.Serialization;

namespace Marketplace.TestSupport;

/// <summary>
/// Answers the commands of MongoDB's client that the tests need, from a dictionary, as a replica set of one. It is a tool of tests: it has no
/// indexes, no disk and no speed, and whatever is measured on it says nothing of MongoDB.
/// </summary>
internal sealed class MongoDouble : IAsyncDisposable
{
    private const int OpReply = 1;
    private const int OpQuery = 2004;
    private const int OpMessage = 2013;
    private const int HeaderLength = 16;
    private const int WireVersion = 21;
    private const int DuplicateKey = 11_000;
    private const int NoSuchCommand = 59;

    private readonly TcpListener _listener = new(IPAddress.Loopback, LoopbackPort.Free());
    private readonly CancellationTokenSource _stop = new();
    private readonly Dictionary<string, SortedDictionary<BsonValue, BsonDocument>> _collections = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<Socket, bool> _connections = new();
    private readonly Task _accepting;

    public MongoDouble()
    {
        _listener.Start();
        _accepting = Accept();
    }

    /// <summary>How to connect.</summary>
    public string ConnectionString => $"mongodb://{Address}/?replicaSet=double";

    /// <summary>The commands that it got, but greetings.</summary>
    public ConcurrentQueue<BsonDocument> Commands { get; } = new();

    /// <summary>How many connections there are.</summary>
    public int Connections => _connections.Count;

    /// <summary>True if it is no replica set yet.</summary>
    public bool IsNew { get; set; }

    /// <summary>What it says that it is.</summary>
    public BsonDocument BuildInfo { get; set; } = new("version", "0.0.0-double");

    /// <summary>Called before a command is answered; answers in place of the double unless it returns null.</summary>
    public Func<BsonDocument, Task<BsonDocument?>> Before { get; set; } = static _ => Task.FromResult((BsonDocument?)null);

    /// <summary>Where it listens.</summary>
    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    private string Address => string.Create(CultureInfo.InvariantCulture, $"127.0.0.1:{Port}");

    /// <summary>The commands of a name that it got.</summary>
    public IEnumerable<BsonDocument> CommandsOf(string name) => Commands.Where(command => command.GetElement(0).Name == name);

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        _listener.Stop();
        await _accepting;
        _stop.Dispose();
    }

    private async Task Accept()
    {
        var served = new List<Task>();
        try
        {
            while (true)
                served.Add(Serve(await _listener.AcceptSocketAsync(_stop.Token)));
        }
        catch (Exception error) when (error is OperationCanceledException or SocketException or ObjectDisposedException)
        {
            await Task.WhenAll(served);
        }
    }

    private async Task Serve(Socket socket)
    {
        _connections[socket] = true;
        await using var stream = new NetworkStream(socket, ownsSocket: true);
        try
        {
            while (await Read(stream) is var (id, code, body))
            {
                var command = code == OpQuery ? Query(body) : Message(body);
                await stream.WriteAsync(Frame(id, code, await Answer(command)), _stop.Token);
            }
        }
        catch (Exception error) when (error is OperationCanceledException or IOException)
        {
            // The client, or the test, is done.
        }
        finally
        {
            _connections.TryRemove(socket, out _);
        }
    }

    private async Task<(int Id, int Code, byte[] Body)> Read(NetworkStream stream)
    {
        var header = new byte[HeaderLength];
        await stream.ReadExactlyAsync(header, _stop.Token);
        var body = new byte[Number(header, 0) - HeaderLength];
        await stream.ReadExactlyAsync(body, _stop.Token);
        return (Number(header, 4), Number(header, 12), body);
    }

    // Flags, name of a collection, two numbers, and the document.
    private static BsonDocument Query(byte[] body) => Document(body, Array.IndexOf(body, (byte)0, 4) + 9);

    // Flags, then sections: a document, or a list of documents that belongs into it.
    private static BsonDocument Message(byte[] body)
    {
        BsonDocument? command = null;
        var lists = new List<BsonElement>();
        for (var at = 4; at < body.Length;)
        {
            var length = Number(body, at + 1);
            if (body[at] == 0) command = Document(body, at + 1);
            else lists.Add(List(body.AsSpan(at + 5, length - 4).ToArray()));
            at += 1 + length;
        }

        command!.AddRange(lists);
        return command;
    }

    private static BsonElement List(byte[] section)
    {
        var name = Array.IndexOf(section, (byte)0);
        var documents = new BsonArray();
        for (var at = name + 1; at < section.Length; at += Number(section, at))
            documents.Add(Document(section, at));
        return new BsonElement(Encoding.UTF8.GetString(section, 0, name), documents);
    }

    private static BsonDocument Document(byte[] bytes, int at) =>
        BsonSerializer.Deserialize<BsonDocument>(bytes.AsSpan(at, Number(bytes, at)).ToArray());

    private static byte[] Frame(int id, int code, BsonDocument answer)
    {
        var document = answer.ToBson();
        var before = code == OpQuery ? 20 : 5;
        var frame = new byte[HeaderLength + before + document.Length];
        Put(frame, 0, frame.Length);
        Put(frame, 8, id);
        Put(frame, 12, code == OpQuery ? OpReply : OpMessage);
        if (code == OpQuery) Put(frame, HeaderLength + 16, 1);
        document.CopyTo(frame, HeaderLength + before);
        return frame;
    }

    private static int Number(byte[] bytes, int at) => BinaryPrimitives.ReadInt32LittleEndian(bytes.AsSpan(at));

    private static void Put(byte[] bytes, int at, int number) => BinaryPrimitives.WriteInt32LittleEndian(bytes.AsSpan(at), number);

    private async Task<BsonDocument> Answer(BsonDocument command)
    {
        var name = command.GetElement(0).Name;
        if (name.Equals("hello", StringComparison.Ordinal) || name.Equals("isMaster", StringComparison.OrdinalIgnoreCase))
            return IsNew ? Ghost() : Hello();
        Commands.Enqueue(command);
        if (await Before(command) is { } other) return other;
        lock (_collections)
            return Run(name, command);
    }

    private BsonDocument Hello() => new()
    {
        { "ismaster", true },
        { "isWritablePrimary", true },
        { "helloOk", true },
        { "setName", "double" },
        { "setVersion", 1 },
        { "hosts", new BsonArray { Address } },
        { "me", Address },
        { "primary", Address },
        { "maxBsonObjectSize", 16_777_216 },
        { "maxMessageSizeBytes", 48_000_000 },
        { "maxWriteBatchSize", 100_000 },
        { "logicalSessionTimeoutMinutes", 30 },
        { "minWireVersion", 0 },
        { "maxWireVersion", WireVersion },
        { "ok", 1 },
    };

    private static BsonDocument Ghost() => new()
    {
        { "ismaster", false },
        { "secondary", false },
        { "isreplicaset", true },
        { "helloOk", true },
        { "maxBsonObjectSize", 16_777_216 },
        { "maxMessageSizeBytes", 48_000_000 },
        { "maxWriteBatchSize", 100_000 },
        { "minWireVersion", 0 },
        { "maxWireVersion", WireVersion },
        { "ok", 1 },
    };

    private BsonDocument Initiate()
    {
        IsNew = false;
        return Ok([]);
    }

    private BsonDocument Run(string name, BsonDocument command) => name switch
    {
        "buildInfo" => Ok(BuildInfo),
        "insert" => Insert(Collection(command), command),
        "find" => Cursor(command, Find(Collection(command), command)),
        "update" => Update(Collection(command), command),
        "delete" => Delete(Collection(command), command),
        "aggregate" => Cursor(command, Counted(Collection(command).Count)),
        "dropDatabase" => Drop(command),
        "replSetInitiate" => Initiate(),
        "ping" or "endSessions" or "createIndexes" or "fsync" or "createUser" => Ok([]),
        _ => new BsonDocument { { "ok", 0 }, { "code", NoSuchCommand }, { "errmsg", $"no such command: {name}" } },
    };

    private SortedDictionary<BsonValue, BsonDocument> Collection(BsonDocument command)
    {
        var name = $"{command["$db"]}.{command[0]}";
        if (!_collections.TryGetValue(name, out var collection)) _collections[name] = collection = [];
        return collection;
    }

    private static BsonDocument Insert(SortedDictionary<BsonValue, BsonDocument> collection, BsonDocument command)
    {
        var (documents, errors, inserted) = (command["documents"].AsBsonArray, new BsonArray(), 0);
        for (var i = 0; i < documents.Count; i++)
        {
            var document = documents[i].AsBsonDocument;
            if (collection.TryAdd(document["_id"], document)) inserted++;
            else errors.Add(new BsonDocument { { "index", i }, { "code", DuplicateKey }, { "errmsg", "E11000 duplicate key" } });
            if (errors.Count > 0 && command.GetValue("ordered", true).AsBoolean) break;
        }

        var answer = Ok(new BsonDocument("n", inserted));
        if (errors.Count > 0) answer["writeErrors"] = errors;
        return answer;
    }

    private static IEnumerable<BsonDocument> Find(SortedDictionary<BsonValue, BsonDocument> collection, BsonDocument command)
    {
        var found = Matching(collection, command.GetValue("filter", new BsonDocument()).AsBsonDocument);
        return command.TryGetValue("limit", out var limit) ? found.Take(limit.ToInt32()) : found;
    }

    // In the order of keys.
    private static IEnumerable<BsonDocument> Matching(SortedDictionary<BsonValue, BsonDocument> collection, BsonDocument filter) =>
        collection.Values.Where(document => filter.All(field => IsMatch(document.GetValue(field.Name, BsonNull.Value), field.Value)));

    private static bool IsMatch(BsonValue value, BsonValue wanted) =>
        wanted is BsonDocument range && range.TryGetValue("$gte", out var least) ? value >= least : value == wanted;

    private static BsonDocument Update(SortedDictionary<BsonValue, BsonDocument> collection, BsonDocument command)
    {
        var update = command["updates"].AsBsonArray.Single();
        var found = Matching(collection, update["q"].AsBsonDocument).FirstOrDefault();
        foreach (var field in found is null ? [] : update["u"]["$set"].AsBsonDocument.Elements)
        {
            var path = field.Name.Split('.');
            var inner = path.SkipLast(1).Aggregate(found!, (document, step) => document[step].AsBsonDocument);
            inner[path[^1]] = field.Value;
        }

        var count = found is null ? 0 : 1;
        return Ok(new BsonDocument { { "n", count }, { "nModified", count } });
    }

    private static BsonDocument Delete(SortedDictionary<BsonValue, BsonDocument> collection, BsonDocument command)
    {
        var found = Matching(collection, command["deletes"][0]["q"].AsBsonDocument).FirstOrDefault();
        return Ok(new BsonDocument("n", found is not null && collection.Remove(found["_id"]) ? 1 : 0));
    }

    // How the client counts the documents of a collection.
    private static IEnumerable<BsonDocument> Counted(int count) => count == 0 ? [] : [new BsonDocument { { "_id", 1 }, { "n", count } }];

    private BsonDocument Drop(BsonDocument command)
    {
        foreach (var name in _collections.Keys.Where(name => name.StartsWith($"{command["$db"]}.", StringComparison.Ordinal)).ToList())
            _collections.Remove(name);
        return Ok([]);
    }

    private static BsonDocument Cursor(BsonDocument command, IEnumerable<BsonDocument> documents) => Ok(new BsonDocument("cursor", new BsonDocument
    {
        { "id", 0L },
        { "ns", $"{command["$db"]}.{command[0]}" },
        { "firstBatch", new BsonArray(documents.Select(document => document.DeepClone())) },
    }));

    private static BsonDocument Ok(BsonDocument answer) => new BsonDocument(answer).Add("ok", 1);
}
