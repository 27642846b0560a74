using System.Collections.Immutable;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;

namespace Marketplace.Audit.Facts;

/// <summary>Records without the texts that no check reads: names, addresses, cards. They are three quarters of a pass's memory.</summary>
internal static class Slim
{
    /// <summary>A customer, ids and statistics only.</summary>
    public static CustomerExport Of(CustomerExport export) => new(Of(export.Customer), Of(export.Ingested));

    public static OrderExport Of(OrderExport export) => export with
    {
        Items = Map(export.Items, static item => item with { ProductName = "" }),
    };

    /// <summary>An attempt to check out.</summary>
    public static AttemptExport Of(AttemptExport export) => export with
    {
        Items = Map(export.Items, static item => item with { ProductName = "" }),
    };

    public static PaymentExport Of(PaymentExport export) => export with { Card = null };

    public static ShipmentExport Of(ShipmentExport export) => export with
    {
        Shipment = export.Shipment with
        {
            FirstName = "",
            LastName = "",
            Street = "",
            Complement = "",
            ZipCode = "",
            City = "",
            State = "",
        },
        Packages = Map(export.Packages, static package => package with { ProductName = "" }),
    };

    /// <summary>A seller's entries of an order.</summary>
    public static EntryExport Of(EntryExport export) => export with
    {
        Details = export.Details with
        {
            FirstName = "",
            LastName = "",
            Street = "",
            Complement = "",
            ZipCode = "",
            City = "",
            State = "",
            CardBrand = "",
        },
        Entries = Map(export.Entries, static entry => entry with { ProductName = "", ProductCategory = "", NaturalKey = "" }),
    };

    // Most products are as they were ingested.
    public static ProductExport Of(ProductExport export)
    {
        var (product, ingested) = (Of(export.Product), Of(export.Ingested));
        return export with { Product = product, Ingested = ingested == product ? product : ingested };
    }

    /// <summary>A stock item.</summary>
    public static StockExport Of(StockExport export) => export with
    {
        Item = export.Item with { Data = "" },
        Ingested = export.Ingested with { Data = "" },
    };

    private static Product Of(Product product) => product with { Name = "", Sku = "", Category = "", Description = "", Status = "" };

    private static Customer Of(Customer customer) => customer with
    {
        FirstName = "",
        LastName = "",
        Address = "",
        Complement = "",
        BirthDate = "",
        ZipCode = "",
        City = "",
        State = "",
        CardNumber = "",
        CardSecurityNumber = "",
        CardExpiration = "",
        CardHolderName = "",
        CardType = "",
        Data = "",
    };

    private static ImmutableArray<T> Map<T>(ImmutableArray<T> items, Func<T, T> slim) =>
        items.IsDefaultOrEmpty ? [] : ImmutableArray.CreateRange(items, slim);
}
