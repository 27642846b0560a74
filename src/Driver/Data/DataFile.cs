using System.Data.Common;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Marketplace.Audit;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Json;
using Marketplace.Contracts.Requests;
using Marketplace.Driver.Database;
using Marketplace.Driver.Scenarios;

namespace Marketplace.Driver.Data;

/// <summary>
/// A data set as a DuckDB file: a table for each kind of entity, one for each part of an order, and `dataset`, which says from which settings
/// and seed it was made. Rows are read in the order in which they were written; nothing is sorted, and memory stays bounded.
/// </summary>
internal sealed class DataFile(string path, DataGenerator generator, DataDescription description) : IDataSource
{
    /// <summary>How such a file is told from a folder.</summary>
    public const string Extension = ".duckdb";

    private const int Version = 1;
    private const int MemoryMiB = 128;
    private const int OrdersAtATime = 10_000;

    public DataSetCounts Counts => generator.Counts;
    public IReadOnlyList<EntitySet> Sets { get; } = EntitySet.Of(generator);

    /// <summary>The file of a scenario: the one that it names, or one that is named after what it holds.</summary>
    public static string PathOf(Scenario scenario)
    {
        var data = scenario.Data;
        var made = FormattableString.Invariant($"s{data.SizeFactor}-z{data.ProductsPerSeller}-q{data.QuantityPerProduct}")
            + FormattableString.Invariant($"-o{data.InitialOrdersPerSizeFactor}-seed{scenario.Seed}");
        return data.File ?? Path.Combine("datasets", made + Extension);
    }

    /// <summary>Writes the file. It gets its name when it is complete; another data set of that name is replaced.</summary>
    /// <exception cref="IOException">It can't be written.</exception>
    /// <exception cref="ScenarioException">The file there holds something else.</exception>
    public async Task Write(IProgress<string> progress, CancellationToken cancellationToken)
    {
        if (File.Exists(path)) Find();
        await TableFile.Make(path, MemoryMiB, file =>
        {
            WriteAll(file, progress, cancellationToken);
            return Task.CompletedTask;
        });
    }

    /// <summary>Checks that the file holds this data set.</summary>
    /// <exception cref="ScenarioException">It does not.</exception>
    public void Verify()
    {
        if (!File.Exists(path))
            throw new ScenarioException(path, "$", "is missing; write it first: driver generate SCENARIO --data FILE.duckdb");
        var (version, text) = Find();
        if (version != Version)
            throw new ScenarioException(path, "$", $"is a data set of version {version}, and this driver reads version {Version}: remove it");
        if (JsonSerializer.Deserialize(text, ScenarioJson.Default.DataDescription) != description)
        {
            throw new ScenarioException(
                path, "$", $"was made from other data settings or another seed than the scenario's: it holds {text}, the scenario asks for {Text}");
        }
    }

    public IEnumerable<byte[]> Lines(EntitySet set) => set.Name switch
    {
        "sellers" => Lines("sellers", EntityJson.Default.Seller),
        "customers" => Lines("customers", EntityJson.Default.Customer),
        "products" => Lines("products", EntityJson.Default.Product),
        "stock" => Lines("stock", EntityJson.Default.StockItem),
        _ => Orders().Select(order => JsonSerializer.SerializeToUtf8Bytes(order, EntityJson.Default.OrderImport)),
    };

    /// <summary>All customers, ascending.</summary>
    public IEnumerable<Customer> Customers() => Records<Customer>("customers");

    /// <summary>All products, seller by seller.</summary>
    public IEnumerable<Product> Products() => Records<Product>("products");

    private string Text => JsonSerializer.Serialize(description, ScenarioJson.Default.DataDescription);

    private (int Version, string Description) Find()
    {
        try
        {
            using var file = TableFile.Read(path, MemoryMiB);
            using var rows = file.Rows("SELECT version, description FROM dataset");
            if (rows.Reader.Read()) return (rows.Reader.GetInt32(0), rows.Reader.GetString(1));
        }
        catch (DbException error)
        {
            throw new ScenarioException(path, "$", $"is no data set that this driver reads ({error.Message.Split('\n')[0].TrimEnd('.')})");
        }

        throw new ScenarioException(path, "$", "is no data set: its table dataset is empty");
    }

    private void WriteAll(TableFile file, IProgress<string> progress, CancellationToken cancellationToken)
    {
        WriteTable("sellers", Enumerable.Range(1, Counts.Sellers).Select(generator.Seller));
        WriteTable("products", Enumerable.Range(0, Counts.Products).Select(generator.Product));
        WriteTable("stock", Enumerable.Range(0, Counts.Stock).Select(generator.Stock));

        // Each order is made once, and counted with its customer.
        var statistics = new (int Orders, int Packages, decimal Spent)[Counts.Customers + 1];
        WriteOrders();
        WriteTable("customers", Enumerable.Range(1, Counts.Customers).Select(id => generator.CustomerWithoutOrders(id) with
        {
            SuccessPaymentCount = statistics[id].Orders,
            DeliveryCount = statistics[id].Packages,
            TotalSpent = statistics[id].Spent,
        }));
        file.Execute("CREATE TABLE dataset (version INTEGER, description VARCHAR)");
        file.Execute(FormattableString.Invariant($"INSERT INTO dataset VALUES ({Version}, {TableFile.Literal(Text)})"));

        void WriteOrders()
        {
            progress.Report($"orders: {Counts.Orders}");
            OrderTables.Create(file);

            // What a writer holds is written when it ends.
            foreach (var indexes in Enumerable.Range(0, Counts.Orders).Chunk(OrdersAtATime))
            {
                using var tables = new OrderTables(file);
                foreach (var index in indexes)
                {
                    cancellationToken.ThrowIfCancellationRequested();
                    var order = generator.Order(index);
                    tables.Add(order);
                    ref var of = ref statistics[order.Order.CustomerId];
                    of = (of.Orders + 1, of.Packages + order.Packages.Length, of.Spent + order.Order.TotalInvoice);
                }
            }
        }

        void WriteTable<T>(string name, IEnumerable<T> records)
        {
            progress.Report(name);
            file.Fill(name, records.Select(record =>
            {
                cancellationToken.ThrowIfCancellationRequested();
                return record;
            }));
        }
    }

    private IEnumerable<T> Records<T>(string table)
    {
        using var file = TableFile.Read(path, MemoryMiB);
        foreach (var record in file.Records<T>($"FROM {table}"))
            yield return record;
    }

    private IEnumerable<byte[]> Lines<T>(string table, JsonTypeInfo<T> type) =>
        Records<T>(table).Select(record => JsonSerializer.SerializeToUtf8Bytes(record, type));

    private IEnumerable<OrderImport> Orders()
    {
        using var file = TableFile.Read(path, MemoryMiB);
        foreach (var order in OrderTables.Read(file))
            yield return order;
    }
}
